import type { ChannelWay, EntryField } from './ways.ts';

/** Longer texts are not keys. */
const TEXT_MAX = 20_000;
const WORDS_MAX = 200;

/** The content of a copied text: values by field, something that was copied by mistake, or nothing known. */
export type Recognised =
  | { kind: 'values'; values: { [name: string]: string } }
  | { kind: 'mistake'; words: string }
  | { kind: 'unknown' };

type Entry = { [name: string]: string };

/**
 * Finds the values of a way's fields in a copied text by their form: one key, several lines of them, or the JSON file
 * of a console. Words around them are ignored.
 */
export function recognise(way: ChannelWay, text: string): Recognised {
  if (text.length > TEXT_MAX) return { kind: 'unknown' };
  const words = text.split(/[\s"'`,;<>]+/).filter(Boolean);
  if (words.length > WORDS_MAX) return { kind: 'unknown' };
  const values: Entry = {};
  for (const word of words) {
    const field = way.fields.find(({ name, form }) => form?.test(word) && values[name] === undefined);
    if (field) values[field.name] = word;
  }
  if (Object.keys(values).length > 0) return { kind: 'values', values };
  const mistake = way.mistakes?.find(({ form }) => words.some((word) => form.test(word)));
  return mistake ? { kind: 'mistake', words: mistake.words } : { kind: 'unknown' };
}

/** Moves values into the fields to which they belong, if two were swapped or the other field is empty. */
export function inTheirFields(way: ChannelWay, entry: Entry): { entry: Entry; moved: EntryField[] } {
  const stray = way.fields.flatMap((field) => {
    const value = entry[field.name];
    const owner = value ? ownerOf(way, field, value) : undefined;
    return value && owner ? [{ from: field, to: owner, value }] : [];
  });
  const isFree = ({ name }: EntryField) => !entry[name] || stray.some(({ from }) => from.name === name);
  const isOnly = ({ to }: (typeof stray)[number]) => stray.filter((one) => one.to === to).length === 1;
  const moves = stray.filter((one) => isFree(one.to) && isOnly(one));
  const sorted = { ...entry };
  for (const { from } of moves) delete sorted[from.name];
  for (const { to, value } of moves) sorted[to.name] = value;
  return { entry: sorted, moved: moves.map(({ to }) => to) };
}

/** The doubts about the values, by field. None of them is certain: see EntryField's `form`. */
export function doubtsOf(way: ChannelWay, entry: Entry): { [name: string]: string } {
  const doubts = way.fields.flatMap((field) => {
    const value = entry[field.name];
    if (!value || !field.form || field.form.test(value)) return [];
    const mistake = way.mistakes?.find(({ form }) => form.test(value));
    const owner = ownerOf(way, field, value);
    const words = mistake?.words ?? (owner && looksLike(owner.label));
    return words ? [[field.name, words] as const] : [];
  });
  return Object.fromEntries(doubts);
}

/** The other field whose form a value matches, unless it matches its own field's. */
function ownerOf(way: ChannelWay, field: EntryField, value: string): EntryField | undefined {
  if (!field.form || field.form.test(value)) return undefined;
  return way.fields.find(({ name, form }) => name !== field.name && form?.test(value));
}

/** "API Key, if …" without its condition. */
export const shortLabel = (label: string) => label.split(',')[0] ?? label;

const looksLike = (label: string) => `This looks like the ${shortLabel(label)}, which has a field of its own.`;

/** A page by its address, without query and fragment. */
export type ConsolePage = { host: string; path: string };

/**
 * The step that is done on a page, by the most exact match: the current step, else the next one, else the last; null if
 * the guide does not know the page. A step without a place is done at the place of the previous one.
 */
export function stepAt({ steps }: ChannelWay, page: ConsolePage, current: number): number | null {
  let places: readonly string[] = [];
  const scores = steps.map((step) => {
    const own = placesOf(step);
    if (own.length > 0) places = own;
    return Math.max(0, ...places.map((place) => exactness(place, page)));
  });
  const best = Math.max(...scores);
  if (best === 0) return null;
  const fits = scores.flatMap((score, index) => (score === best ? [index] : []));
  if (fits.includes(current)) return current;
  return fits.find((index) => index > current) ?? fits.at(-1) ?? null;
}

function placesOf({ url, at = [] }: ChannelWay['steps'][number]): readonly string[] {
  if (!url) return at;
  const { host, pathname } = new URL(url);
  return [`${host}${pathname}`, ...at];
}

/** 0 for another page; an asterisk counts less than a literal part. */
function exactness(place: string, { host, path }: ConsolePage): number {
  const [wantedHost, ...wanted] = place.split('/').filter(Boolean);
  const parts = path.split('/').filter(Boolean);
  if (host !== wantedHost) return 0;
  if (!wanted.every((part, index) => parts[index] && (part === '*' || part === parts[index]))) return 0;
  return 2 + wanted.reduce((sum, part) => sum + (part === '*' ? 1 : 2), 0);
}

const LOG_IN =
  /(^|[/_-])(log-?in|sign-?in|sign-?up|register|checkpoint|challenge|two_factor|oauth|authorize|authwall)([/._-]|$)/i;

/** Whether a page is for logging in or for granting permissions, which is left to the user. */
export function isLogIn({ path }: ConsolePage): boolean {
  return LOG_IN.test(path);
}

/** Google refuses logins in automated browsers, so the agent avoids them. */
export function isGoogleLogIn(host: string): boolean {
  return host === 'accounts.google.com';
}
