/** What connecting an account for posting asks of a person, as data: the screen and the terminal show the same. */

/** What a person does on the platform first; `url` is where. */
export type GuideStep = { text: string; url?: string };

/** One line that the person enters; `name` is its key in the entry. */
export type EntryField = {
  name: string;
  label: string;
  placeholder?: string;
  /** Hidden while it is typed, and never an argument of a command. */
  isSecret?: true;
  isOptional?: true;
  /** What is said where it is left empty. */
  missing: string;
  /** Where there is a choice; the first is taken unless another is chosen. */
  options?: readonly { value: string; label: string }[];
};

/** One way to connect. entry: with keys or a token made on the platform. sign-in: on the platform's own page. */
export type ChannelWay = {
  kind: 'entry' | 'sign-in';
  /** What it is called where there are several. */
  label: string;
  steps: readonly GuideStep[];
  fields: readonly EntryField[];
};

/** What connecting takes: said before, on the screen and in the terminal. */
export type ChannelGuide = {
  /** The recommended one first. */
  ways: readonly [ChannelWay, ...ChannelWay[]];
  cost: string;
  /** What posting there does not do. */
  cannot: readonly string[];
};

/** What was entered, without empty lines; fields with a choice have their first option where none was made. */
export function entryOf(way: ChannelWay, entered: { [name: string]: string | undefined }): { [name: string]: string } {
  const values = way.fields.map(({ name, options }) => [name, entered[name]?.trim() || (options?.[0]?.value ?? '')]);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** The fields that must be filled in and are not. */
export function missingFields(way: ChannelWay, entry: { [name: string]: string }): EntryField[] {
  return way.fields.filter(({ name, isOptional }) => !isOptional && !entry[name]);
}
