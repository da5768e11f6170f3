import type { ChannelLimits, NoComment } from '../publishing/channel.ts';

/**
 * The choices that a platform offers for one post, as data, from which the composer's fields, CSV columns, flags, MCP
 * and API schemas and the docs are derived. Each platform's list is in `<platform>/options.ts`, and is listed in
 * shared/posts/platform-options.ts.
 */

/** The kinds of a platform's posts; a field may apply to only some of them. */
export type PostKind = 'text' | 'pictures' | 'video';

type Field = {
  /** Its key in stored posts, files and calls, in lowerCamelCase. Never renamed. */
  name: string;
  /** Sentence case, as the platform itself calls it. */
  label: string;
  /** One sentence on what it does, if the label does not say it. */
  help?: string;
  /** The posts to which it applies; all by default. With others it is neither shown nor sent. */
  concerns?: readonly PostKind[];
  /** Only offered while another field has one of these values. */
  only?: { name: string; values: readonly (string | boolean)[] };
  /**
   * Differs from post to post, so an account has no default for it, such as a story or tagged people. `text`: it
   * belongs to the text, such as a title or a poll, so that each text of a series has its own.
   */
  isOfPost?: true | 'text';
  /** Why the post's account does not have it, as the end of a sentence. It is shown, but not sent. */
  unavailable?: string;
  /** How the account's limits affect it, in whole sentences. */
  note?: string;
};

/** `unavailable`: why the post's account does not allow it, as the end of a sentence. */
export type OptionChoice = { value: string; label: string; unavailable?: string };

/**
 * One field of a platform's options, for a post or as an account's default. Without a value, the platform's default
 * applies.
 */
export type PlatformOption = Field &
  (
    | {
        kind: 'choice';
        /** The first is the default, unless the post must set it (`isRequired`) or there is an `unset`. */
        choices: readonly OptionChoice[];
        /** What applies without a choice, if that is not one of the choices: "As chosen when connecting". */
        unset?: string;
        /** There is no default: the platform's rules require the user's own choice. */
        isRequired?: true;
      }
    | { kind: 'switch' /** Whether it is on by default. */; isOn?: true }
    /** Lengths are in characters as the platform counts them, in UTF-16 units. */
    | {
        kind: 'text';
        maxLength: number;
        /** The platform accepts no post without it. */
        isRequired?: true;
        /** Suggestions from the account, such as its boards; any other text is accepted as well. */
        offers?: readonly string[];
        placeholder?: string;
        isLong?: true;
        pattern?: RegExp;
        mistake?: string;
      }
    | {
        kind: 'list';
        /** Entries are separated by commas if they are typed in one line. */
        max: number;
        itemLength: number;
        min?: number;
        placeholder?: string;
        pattern?: RegExp;
        mistake?: string;
      }
  );

export type OptionValue = string | boolean | string[];

/** By field name. Without a value, the account's default applies; an empty text or list means none. */
export type OptionValues = { readonly [name: string]: OptionValue };

/** How a post's options change the post itself. */
export type OptionEffects = {
  /** It is one picture or one video, not cropped, and published without its text and first comment. */
  isStory?: boolean;
  /** Whether it cannot have a first comment for these reasons, whatever was chosen when connecting. */
  noComment?: { [why in NoComment]?: boolean };
  /** The platform counts this text towards each text of the post. */
  countedText?: string;
};

/** A platform's options, and the rules that involve several of them. */
export type PlatformOptions = {
  fields: readonly PlatformOption[];
  effects?: (values: OptionValues) => OptionEffects;
  /**
   * A field as a connected account has it, in addition to what its limits change on any platform (optionsOfAccount).
   */
  ofAccount?: (field: PlatformOption, limits: ChannelLimits) => PlatformOption;
  /** The problem with the options as a whole, as a sentence that says what to do; null if there is none. */
  problem?: (values: OptionValues, post: { kind: PostKind }) => string | null;
};
