import type { Figures } from '../../../../shared/publishing/figures.ts';

/** What to collect from a page, by CSS selectors: the texts of scripts that contain `with`, and elements' labels. */
export type Collected = { scripts?: string; with?: string; labels?: string };

/** The content collected from a page. `labels` are keyed by the elements' `data-testid`, or else their links' path. */
export type SeenPage = { scripts: readonly string[]; labels: Readonly<Record<string, string>> };

/**
 * How to read the pages of a platform's posts in the account's own browser, if it has no channel. Only certain values
 * count: whole numbers that the page shows for exactly this post.
 */
export type OwnPages = {
  /** The id of the post at an address; null if it is not the address of a post on the platform. */
  postId(address: URL): string | null;
  /** Whether the platform asks for a log-in or a verification at an address that LOGIN_ADDRESS does not match. */
  wantsPerson?(address: string): boolean;
  collectPost(id: string): Collected;
  /** `gone` for a deleted post, null for a page that cannot be read for certain. */
  readPost(page: SeenPage, id: string): Figures | 'gone' | null;
  /** The author's profile page, which shows the number of followers. Absent if it does not show the exact number. */
  profile?: {
    /** Null if the post's address does not contain the account's name. */
    address(post: URL): string | null;
    collect: Collected;
    /** `address` is the page's. */
    readFollowers(page: SeenPage, address: URL): number | null;
  };
};

/** The parsed JSON of a script; undefined for anything else. */
export function parsedScript(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NUMBER = /\d(?:[\d.,'’\s]*\d)?/gu;
const WHOLE = /^(?:\d{1,12}|\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*)$/u;
/** Text after a number that marks it as rounded: a letter directly behind it, or a word for thousands or millions. */
const MULTIPLIED = /^(?:\p{L}|\s(?:K|M|B|Mio|Mrd|Tsd|mil|mln|mi|rb|jt|тыс|млн)\b)/iu;

/** The number in a label such as "1204 Likes. Like". Null if there is none, several, or a rounded one ("1.2K"). */
export function numberIn(label = ''): number | null {
  const [only, ...others] = label.matchAll(NUMBER);
  if (!only || others.length > 0 || !WHOLE.test(only[0])) return null;
  return MULTIPLIED.test(label.slice(only.index + only[0].length)) ? null : Number(only[0].replace(/\D/g, ''));
}
