import type { AppPolicy } from './app-policies.ts';

/** The steps and fields of connecting an account for posting, as data for the screen and the terminal. */

/** A step on the platform. */
export type GuideStep = {
  text: string;
  /** The page where it is done. */
  url?: string;
  /** What to paste there; it is also in the text of this step or an earlier one. */
  copy?: readonly string[];
  /** Texts of pages whose addresses the console requires, for users without such pages. */
  policies?: readonly AppPolicy[];
  /** Other pages where it is done, as host and beginning of the path: `www.linkedin.com/developers/apps/*`. */
  at?: readonly string[];
  /** The fields whose values are shown there. */
  takes?: readonly string[];
  /** Where renewing an expired login starts: the earlier steps are already done. */
  isRenewal?: true;
};

/** The name of an app or a password on a platform, where one is required. */
export const APP_NAME = 'Local Agent';

/** Placeholder in a guide for the agent's own redirect address, which must match exactly on some platforms. */
export const RETURN_ADDRESS = 'http://127.0.0.1:PORT/api/channels/return';

/** The same with a hostname, for a platform that may not accept a bare IP address. */
export const NAMED_RETURN_ADDRESS = 'http://localhost:PORT/api/channels/return';

const RETURN_ADDRESSES = [RETURN_ADDRESS, NAMED_RETURN_ADDRESS];

/** Whether the platform requires an exact match, so that the browser has to return to the agent's own port. */
export function needsOwnReturn(guide: ChannelGuide): boolean {
  return guide.ways.some(({ steps }) => steps.some(({ text }) => RETURN_ADDRESSES.some((one) => text.includes(one))));
}

/** The guide with the redirect address of the agent at this port. */
export function withReturnAddress(guide: ChannelGuide, port: number | string): ChannelGuide {
  const own = (text: string) =>
    RETURN_ADDRESSES.reduce((all, one) => all.replaceAll(one, one.replace('PORT', String(port))), text);
  const ways = guide.ways.map((way) => ({
    ...way,
    steps: way.steps.map(({ copy, ...step }) => ({
      ...step,
      text: own(step.text),
      ...(copy && { copy: copy.map(own) }),
    })),
  }));
  return { ...guide, ways: ways as unknown as ChannelGuide['ways'] };
}

/** One field of the entry; `name` is its key. */
export type EntryField = {
  name: string;
  label: string;
  placeholder?: string;
  /** Hidden while typed, and never a command-line argument. */
  isSecret?: true;
  isOptional?: true;
  /** The message if it is empty. */
  missing: string;
  /** What to enter or what it enables, in whole sentences, shown below it. */
  hint?: string;
  /** The options of a choice; the first is the default. */
  options?: readonly { value: string; label: string }[];
  /**
   * The form of its values, by which copied text is recognised. Vendors document few of them, so it never rejects
   * anything: what the user types is tried in any case.
   */
  form?: RegExp;
};

/** Another value on the same page that is easily copied by mistake, and what to copy instead. */
export type CopyMistake = { form: RegExp; words: string };

/** One way to connect. entry: with keys or a token made on the platform. sign-in: on the platform's page. */
export type ChannelWay = {
  kind: 'entry' | 'sign-in';
  /** Its name, if there are several ways. */
  label: string;
  /** The fields are filled in at the last step. */
  steps: readonly [GuideStep, ...GuideStep[]];
  fields: readonly EntryField[];
  mistakes?: readonly CopyMistake[];
  /** The platform refuses logins in automated browsers, so its pages are opened in the user's own browser. */
  usesOwnBrowser?: true;
};

/** What connecting involves, shown beforehand on the screen and in the terminal. */
export type ChannelGuide = {
  /** The recommended one first. */
  ways: readonly [ChannelWay, ...ChannelWay[]];
  cost: string;
  /** What cannot be posted there. */
  cannot: readonly string[];
  /** What its metrics depend on, in whole sentences; absent if they are always reported. */
  figures?: string;
};

/** How much work connecting an account is. */
export type ConnectEffort = {
  minutes: number;
  /** Needs an app created on the platform's site for developers. */
  isTechnical?: true;
};

/** "1 minute"; "10 minutes, technical, paid" if posts cost money. */
export function effortInWords({ minutes, isTechnical }: ConnectEffort, isPaid: boolean): string {
  const parts = [minutes === 1 ? '1 minute' : `${minutes} minutes`, isTechnical && 'technical', isPaid && 'paid'];
  return parts.filter(Boolean).join(', ');
}

/** The entry without empty fields; choices default to their first option. */
export function entryOf(way: ChannelWay, entered: { [name: string]: string | undefined }): { [name: string]: string } {
  const values = way.fields.map(({ name, options }) => [name, entered[name]?.trim() || (options?.[0]?.value ?? '')]);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** Required fields that are empty. */
export function missingFields(way: ChannelWay, entry: { [name: string]: string }): EntryField[] {
  return way.fields.filter(({ name, isOptional }) => !isOptional && !entry[name]);
}
