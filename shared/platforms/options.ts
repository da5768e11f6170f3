import type { ChannelLimits, NoComment } from '../publishing/channel.ts';

/**
 * The choices that a platform offers for one post, as data: the composer's fields, CSV columns, flags, MCP and API
 * schemas and the docs follow from it. Each platform's list is in its room (`<platform>/options.ts`), and has a line in
 * shared/posts/platform-options.ts.
 */

/** What a post of a platform is made of; a field may only concern some. */
export type PostKind = 'text' | 'pictures' | 'video';

type Field = {
  /** Its key in stored posts, files and calls: lowerCamelCase. Never renamed. */
  name: string;
  /** Sentence case, as the platform itself calls it. */
  label: string;
  /** One sentence on what it does, where the label does not say it. */
  help?: string;
  /** The posts that it concerns; all by default. Elsewhere it is neither shown nor sent. */
  concerns?: readonly PostKind[];
  /** Only offered while another field has one of these values. */
  only?: { name: string; values: readonly (string | boolean)[] };
  /**
   * Differs from post to post, so an account has no default for it: a story, people tagged. `text`: it goes with the
   * text, such as a title or a poll, so that each text of a series has its own.
   */
  isOfPost?: true | 'text';
  /** Why the account of the post does not have it, as the end of a sentence. It is shown, and not sent. */
  unavailable?: string;
  /** What the account's limits make of it, in whole sentences. */
  note?: string;
};

/** `unavailable`: why the account of the post does not allow it, as the end of a sentence. */
export type OptionChoice = { value: string; label: string; unavailable?: string };

/** One field of a platform's options, for a post or as an account's default. Absent values are the platform's own. */
export type PlatformOption = Field &
  (
    | {
        kind: 'choice';
        /** The first is the default, unless the post has to say (`isRequired`) or there is an `unset`. */
        choices: readonly OptionChoice[];
        /** What applies without a choice, where that is not one of them: "As chosen when connecting". */
        unset?: string;
        /** No default may be chosen for the person: the platform's rules want it from them. */
        isRequired?: true;
      }
    | { kind: 'switch' /** Whether it is on by default. */; isOn?: true }
    /** Lengths are in characters as the platform counts them, in UTF-16 units. */
    | {
        kind: 'text';
        maxLength: number;
        /** The platform takes no post without it. */
        isRequired?: true;
        /** What the account has for it, such as its boards; any other text is taken as well. */
        offers?: readonly string[];
        placeholder?: string;
        isLong?: true;
        pattern?: RegExp;
        mistake?: string;
      }
    | {
        kind: 'list';
        /** Entries are separated by commas, where they are typed in one line. */
        max: number;
        itemLength: number;
        min?: number;
        placeholder?: string;
        pattern?: RegExp;
        mistake?: string;
      }
  );

export type OptionValue = string | boolean | string[];

/** By field name. Without a value, the account's default applies; an empty text or list stands for none. */
export type OptionValues = { readonly [name: string]: OptionValue };

/** What a post's options change of the post itself. */
export type OptionEffects = {
  /** It is one picture or one video, uncut, and goes out without its text and first comment. */
  isStory?: boolean;
  /** Whether it takes no first comment for these reasons, whatever was chosen when connecting. */
  noComment?: { [why in NoComment]?: boolean };
  /** The platform counts this text with each text of the post. */
  countedText?: string;
};

/** A platform's options, and what only holds for several of them together. */
export type PlatformOptions = {
  fields: readonly PlatformOption[];
  effects?: (values: OptionValues) => OptionEffects;
  /** A field as a connected account has it, beside what the limits say of any platform's (optionsOfAccount). */
  ofAccount?: (field: PlatformOption, limits: ChannelLimits) => PlatformOption;
  /** What is wrong with a post's options as a whole, in a whole sentence that says what to do; null if nothing. */
  problem?: (values: OptionValues, post: { kind: PostKind }) => string | null;
};
