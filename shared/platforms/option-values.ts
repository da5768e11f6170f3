import type { OptionValue, OptionValues, PlatformOption, PlatformOptions, PostKind } from './options.ts';

/** The value that applies if none is set; undefined if the platform's options do not define it. */
export function defaultOf(option: PlatformOption): string | boolean | undefined {
  if (option.kind === 'switch') return option.isOn === true;
  if (option.kind !== 'choice' || option.isRequired || option.unset !== undefined) return undefined;
  return option.choices[0]?.value;
}

/** The kind of a post with these media. */
export function postKindOf(media: readonly { kind: 'image' | 'video' }[]): PostKind {
  if (media.some(({ kind }) => kind === 'video')) return 'video';
  return media.length > 0 ? 'pictures' : 'text';
}

/** Whether a value means that nothing is sent: the user emptied it, perhaps to override the account's default. */
export function isEmptyValue(value: OptionValue): boolean {
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}

/** The fields that a post of this kind has with these values; without a kind, those of all posts. */
export function offeredFields(
  { fields }: PlatformOptions,
  values: OptionValues,
  kind: PostKind | null,
): readonly PlatformOption[] {
  return fields.filter((field) => whyLeftOut(field, fields, values, kind) === null);
}

/** A post's values for one of its accounts. */
export type ChosenOptions = { own: OptionValues; defaults: OptionValues; kind: PostKind };

/** What is sent: the post's own values over the account's defaults, without those that do not apply to it. */
export function sentOptions(options: PlatformOptions, chosen: ChosenOptions): OptionValues {
  const all = merged(options, chosen);
  const names = offeredFields(options, all, chosen.kind).flatMap(({ name, unavailable }) =>
    unavailable ? [] : [name],
  );
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => names.includes(name) && !isEmptyValue(value)),
  );
}

/**
 * `name` is the field's; null if several are affected. `isWarning`: the post is published without the value.
 * `isMissing`: a required choice has not been made.
 */
export type OptionProblem = { name: string | null; text: string; isWarning?: true; isMissing?: true };

/** The problems with a post's options, in whole sentences. `label` is the platform's. */
export function optionProblems(options: PlatformOptions, label: string, chosen: ChosenOptions): OptionProblem[] {
  const { fields, problem } = options;
  const { own, kind } = chosen;
  const all = merged(options, chosen);
  const found: OptionProblem[] = [];
  for (const [name, value] of Object.entries(own)) {
    const field = fields.find((one) => one.name === name);
    if (!field) found.push({ name, text: unknownOption(options, label, name), isWarning: true });
    const why = field && !isEmptyValue(value) ? whyLeftOut(field, fields, all, kind) : null;
    if (field && why) found.push({ name, text: `${quoted(field)} is not sent: ${why}.`, isWarning: true });
  }
  for (const field of offeredFields(options, all, kind)) {
    const value = all[field.name];
    const isWanted = value !== undefined && value !== false && !isEmptyValue(value);
    if (field.unavailable && isWanted)
      found.push({ name: field.name, text: `${quoted(field)} is not sent: ${field.unavailable}.`, isWarning: true });
  }
  const sent = sentOptions(options, chosen);
  const mistakes: OptionProblem[] = [];
  for (const field of offeredFields(options, all, kind)) {
    const { name, unavailable } = field;
    const value = sent[name];
    const isMissing = value === undefined && !unavailable;
    const text = isMissing ? missing(field, label) : value === undefined ? null : mistakeOf(field, value);
    if (text) mistakes.push({ name, text, ...(isMissing && { isMissing }) });
  }
  const text = mistakes.length === 0 ? (problem?.(sent, { kind }) ?? null) : null;
  return [...found, ...mistakes, ...(text ? [{ name: null, text }] : [])];
}

/** The mistake in one value, as a whole sentence; null if it is valid. An empty value is always valid. */
export function mistakeOf(option: PlatformOption, value: unknown): string | null {
  const label = quoted(option);
  switch (option.kind) {
    case 'switch':
      return typeof value === 'boolean' ? null : `${label} must be yes or no.`;
    case 'choice': {
      const chosen = option.choices.find((choice) => choice.value === value);
      if (chosen?.unavailable) return `${label} cannot be "${chosen.label}": ${chosen.unavailable}. Choose another.`;
      if (chosen) return null;
      const values = option.choices.map((choice) => choice.value);
      const given = typeof value === 'string' ? `, not "${value.slice(0, 100)}"` : '';
      return `${label} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}${given}.`;
    }
    case 'text': {
      if (typeof value !== 'string') return `${label} must be text.`;
      if (isEmptyValue(value)) return null;
      if (value.length > option.maxLength)
        return `${label} has ${value.length} characters; the limit is ${option.maxLength}.`;
      return option.pattern && !option.pattern.test(value) ? (option.mistake ?? `${label} is not valid.`) : null;
    }
    case 'list': {
      if (!isList(value)) return `${label} must be a list of texts.`;
      const { max, min = 0, itemLength, pattern, mistake } = option;
      if (value.length > max) return `${label} has ${value.length} entries; the limit is ${max}.`;
      if (value.length > 0 && value.length < min) return `${label} needs at least ${min} entries.`;
      const long = value.find((item) => item.length > itemLength);
      if (long !== undefined)
        return `"${long.slice(0, 30)}…" in ${label} has ${long.length} characters; the limit is ${itemLength}.`;
      const wrong = value.find((item) => item.trim() === '' || (pattern && !pattern.test(item)));
      return wrong === undefined ? null : (mistake ?? `"${wrong}" in ${label} is not valid.`);
    }
  }
}

/** The message for a name that the platform does not have. */
export function unknownOption({ fields }: PlatformOptions, label: string, name: string): string {
  return `${label} has no option "${name.slice(0, 100)}", only ${fields.map((field) => field.name).join(', ')}.`;
}

/**
 * The value that a user types in a cell or after a flag: yes or no, a choice by its value or label, entries separated
 * by commas. Invalid input is returned as it is, for mistakeOf.
 */
export function typedValue(option: PlatformOption, typed: string): OptionValue {
  const text = typed.trim();
  const word = text.toLowerCase();
  if (option.kind === 'switch') return YES.includes(word) ? true : NO.includes(word) ? false : text;
  if (option.kind === 'list')
    return text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  if (option.kind !== 'choice') return text;
  return (
    option.choices.find(({ value, label }) => [value, label].some((one) => one.toLowerCase() === word))?.value ?? text
  );
}

const YES = ['yes', 'true', 'on', '1'];
const NO = ['no', 'false', 'off', '0'];

/** A value as a user would type it. */
export function valueText(value: OptionValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : value.join(', ');
}

/** Why a field is not sent with a post; null if it is. */
function whyLeftOut(
  { concerns, only }: PlatformOption,
  fields: readonly PlatformOption[],
  values: OptionValues,
  kind: PostKind | null,
): string | null {
  if (kind !== null && concerns && !concerns.includes(kind))
    return `it only concerns ${concerns.map((one) => POSTS[one]).join(' and ')}`;
  const other = only && fields.find(({ name }) => name === only.name);
  if (!only || !other) return null;
  const value = values[only.name] ?? defaultOf(other);
  if (only.values.some((one) => one === value)) return null;
  return `it only goes with ${quoted(other)} ${only.values.map((one) => `"${labelOf(other, one)}"`).join(' or ')}`;
}

const POSTS: { readonly [kind in PostKind]: string } = {
  text: 'posts without media',
  pictures: 'pictures',
  video: 'videos',
};

/** A value as screens show it. */
export function labelOf(option: PlatformOption, value: OptionValue): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  const choice = option.kind === 'choice' && option.choices.find((one) => one.value === value);
  return choice ? choice.label : valueText(value);
}

function merged({ fields }: PlatformOptions, { own, defaults }: ChosenOptions): OptionValues {
  return Object.fromEntries(
    fields.flatMap(({ name, isOfPost }) => {
      const value = own[name] ?? (isOfPost ? undefined : defaults[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function missing(option: PlatformOption, label: string): string | null {
  if ((option.kind !== 'choice' && option.kind !== 'text') || !option.isRequired) return null;
  const verb = option.kind === 'choice' ? 'Choose' : 'Enter';
  return `${verb} ${quoted(option)}: ${label} needs it for each post.`;
}

function quoted({ label }: PlatformOption): string {
  return `"${label}"`;
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
