import type { Figures } from '../../../../shared/publishing/figures.ts';

/** What is collected on a page, by CSS selectors: the texts of scripts that contain `with`, and elements' labels. */
export type Collected = { scripts?: string; with?: string; labels?: string };

/** A page as it was seen. `labels` are by the elements' `data-testid`, or else the path of their link. */
export type SeenPage = { scripts: readonly string[]; labels: Readonly<Record<string, string>> };

/**
 * How the pages of a platform's posts are read in the account's own browser, where it has no channel. Only what is
 * certain counts: whole numbers that the page states of exactly this post.
 */
export type OwnPages = {
  /** The id of the post at an address; null if the address is of no post of the platform. */
  postId(address: URL): string | null;
  /** Whether the platform has the account log in at an address, or prove who it is, beside what all platforms do. */
  wantsPerson?(address: string): boolean;
  collectPost(id: string): Collected;
  /** `gone` for a deleted post, null for a page that cannot be read for certain. */
  readPost(page: SeenPage, id: string): Figures | 'gone' | null;
  /** The page of its author, which says how many follow the account. Absent where it does not say so exactly. */
  profile?: {
    /** Null where the post's address does not have the name. */
    address(post: URL): string | null;
    collect: Collected;
    /** `address` is of the page. */
    readFollowers(page: SeenPage, address: URL): number | null;
  };
};

/** The values of a script's JSON; undefined for anything else. */
export function parsedScript(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NUMBER = /\d(?:[\d.,'’\s]*\d)?/gu;
const WHOLE = /^(?:\d{1,12}|\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*)$/u;
/** What makes a number a rounded one: a letter right behind it, or a word for thousands and millions. */
const MULTIPLIED = /^(?:\p{L}|\s(?:K|M|B|Mio|Mrd|Tsd|mil|mln|mi|rb|jt|тыс|млн)\b)/iu;

/** The number in a label such as "1204 Likes. Like". Null for a rounded one ("1.2K"), for several, and for none. */
export function numberIn(label = ''): number | null {
  const [only, ...others] = label.matchAll(NUMBER);
  if (!only || others.length > 0 || !WHOLE.test(only[0])) return null;
  return MULTIPLIED.test(label.slice(only.index + only[0].length)) ? null : Number(only[0].replace(/\D/g, ''));
}
