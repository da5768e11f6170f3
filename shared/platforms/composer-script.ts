/** Accessible names of a control in the languages of its page. A trailing * stands for any continuation. */
export type Names = readonly string[];

/**
 * A control of a page, identified by the stable name that its developers gave it, or by what users and screen readers
 * see.
 */
export type Control = {
  /** A CSS selector; by default, anything with the role of a button, link or menu item. */
  css?: string;
  names?: Names;
};

/** What to write into a field: the whole text, or the title and the rest, as for YouTube. */
export type Wording = 'text' | 'title' | 'description';

/**
 * One action in a composer, unless its result is there already. `onlyWith` skips it for posts without such content.
 * Selectors are resolved within the script's `scope`, and must match a single element.
 */
export type ComposerStep =
  /** Presses a control until `shows` appears, at most `times` times (1 by default). */
  | { do: 'press'; control: Control; shows: string; times?: number; onlyWith?: 'media' }
  /** Gives the files to the file input. */
  | { do: 'attach'; input: string }
  /** Presses a control that opens the system's file dialog, and selects the files in that dialog. */
  | { do: 'choose'; control: Control }
  /** Writes into an empty field or, with `takesFileName`, one that contains only the file's name. */
  | { do: 'write'; field: string; wording: Wording; takesFileName?: true }
  /**
   * Presses the control for the chosen value of a post's option, unless it is on. `choices` has the CSS selector for
   * each value.
   */
  | { do: 'pick'; option: string; choices: { readonly [value: string]: string } };

/**
 * How to fill in a platform's composer, as data. No step publishes: `publish` only names the control that the user
 * presses. If a page differs, the script stops.
 */
export type ComposerScript = {
  /** A CSS selector of the part of the page that holds the composer. */
  scope: string;
  /** A CSS selector of the page's cookie banner, if it cannot be recognised as one. */
  banner?: string;
  /** Opens the composer, if the address alone does not. */
  opens?: Control;
  /** A CSS selector of what the composer contains from the start: its field, or its file input. */
  begins: string;
  steps: readonly ComposerStep[];
  /** The control that publishes, for messages that tell the user what to press. It is never pressed. */
  publish: Control;
  /** A CSS selector of the element that shows the progress of the upload, in percent. */
  progress?: string;
  /**
   * A CSS selector of an element that remains while the user goes through further steps, before anything is published.
   */
  keeps?: string;
  /** A regular expression for the address of a live post. Its group `name`, if any, is the account's name. */
  live: string;
  /** A CSS selector of the page's link to the logged-in account's profile, whose address contains that name. */
  profile?: string;
};
