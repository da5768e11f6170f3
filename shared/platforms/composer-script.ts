/** Accessible names of a control in the languages of its page. One that ends in * may go on in any way. */
export type Names = readonly string[];

/** A control of a page, by the stable name that its developers gave it, or by what people and screen readers see. */
export type Control = {
  /** A CSS selector; by default whatever has the role of a button, a link or a menu item. */
  css?: string;
  names?: Names;
};

/** What is written into a field: the whole text, or the title and the rest as for YouTube. */
export type Wording = 'text' | 'title' | 'description';

/**
 * One thing that is done in a composer, where it has not been done before. `onlyWith` skips it for posts without such
 * content. Selectors are looked for in the script's `scope`, and have to fit a single element.
 */
export type ComposerStep =
  /** Presses a control until `shows` is there, at most `times` times (1 by default). */
  | { do: 'press'; control: Control; shows: string; times?: number; onlyWith?: 'media' }
  /** Gives the files to the file input. */
  | { do: 'attach'; input: string }
  /** Presses a control that opens the system's file dialog, and answers that with the files. */
  | { do: 'choose'; control: Control }
  /** Writes into an empty field, or one that holds just the file's name where `takesFileName`. */
  | { do: 'write'; field: string; wording: Wording; takesFileName?: true }
  /** Presses the control of a post's option that has one of these values, by their CSS selectors, unless it is on. */
  | { do: 'pick'; option: string; choices: { readonly [value: string]: string } };

/**
 * How a platform's composer is filled in, as data. There is no step that publishes: `publish` only names the control
 * that the person presses. A page that differs stops the script.
 */
export type ComposerScript = {
  /** A CSS selector of the part of the page that holds the composer. */
  scope: string;
  /** A CSS selector of the page's question about cookies, where it does not look like one. */
  banner?: string;
  /** Opens the composer where the address alone does not. */
  opens?: Control;
  /** A CSS selector of what the composer has from its beginning: its field, or its file input. */
  begins: string;
  steps: readonly ComposerStep[];
  /** The control that publishes, for the words that tell the person what to press. It is never pressed. */
  publish: Control;
  /** A CSS selector of what says in percent how much of the files has been taken. */
  progress?: string;
  /** A CSS selector of what is still there while the person goes through further steps, before anything is published. */
  keeps?: string;
  /** The address of a live post, as a regular expression whose group `name`, if any, is the account's name. */
  live: string;
  /** A CSS selector of the page's link to the profile of who is logged in, whose address contains that name. */
  profile?: string;
};
