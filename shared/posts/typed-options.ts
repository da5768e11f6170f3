import { typedValue, unknownOption } from '../platforms/option-values.ts';
import type { OptionValue, OptionValues, PlatformOption } from '../platforms/options.ts';
import { optionsOf, type PostOptions } from './platform-options.ts';
import { PLATFORMS, type Platform, platformLabel, platformOf } from './platforms.ts';

/** Options as users type them: `youtube:title` as a column heading in a file, or `youtube.title=Bread` after a flag. */

const NAMES = new Map<string, Platform>(
  PLATFORMS.flatMap(({ id, label, alsoCalled }) =>
    [id, label, ...alsoCalled].map((name) => [plain(name), id] as const),
  ),
);

/** The platform with this name, in any spelling; null if there is none. */
export function platformNamed(name: string): Platform | null {
  return NAMES.get(plain(name)) ?? null;
}

/** An option and its platform. */
export type NamedOption = { platform: Platform; option: PlatformOption };

/** The option named `youtube:title` or `youtube.title`; null for text of another form, an error sentence if unknown. */
export function optionNamed(text: string): NamedOption | string | null {
  const [, of = '', name = ''] = /^\s*([^.:]{1,50})[.:]\s*([^.:]{1,100}?)\s*$/.exec(text) ?? [];
  const platform = platformNamed(of);
  if (platform === null || name === '') return null;
  const options = optionsOf(platform);
  const option = options.fields.find((field) => [field.name, field.label].some((one) => plain(one) === plain(name)));
  if (option) return { platform, option };
  const label = platformLabel(platform);
  return options.fields.length > 0 ? unknownOption(options, label, name) : `${label} has no options.`;
}

/** Adds typed options such as `youtube.title=Bread`; an empty value removes one. Returns a sentence on error. */
export function withTypedOptions(before: PostOptions, typed: readonly string[]): PostOptions | string {
  const options: { [platform in Platform]?: OptionValues } = { ...before };
  for (const text of typed) {
    const found = typedOption(text);
    if (typeof found === 'string') return found;
    const { platform, option, value } = found;
    const { [option.name]: _, ...others } = options[platform] ?? {};
    options[platform] = value === null ? others : { ...others, [option.name]: value };
  }
  return options;
}

function typedOption(text: string): (NamedOption & { value: OptionValue | null }) | string {
  const at = text.indexOf('=');
  const named = at < 0 ? null : optionNamed(text.slice(0, at));
  if (named === null) return `"${text.slice(0, 100)}" is not an option. Give one such as ${optionExample()}.`;
  if (typeof named === 'string') return named;
  const value = text.slice(at + 1);
  return { ...named, value: value.trim() === '' ? null : typedValue(named.option, value) };
}

/** An example of a typed option, for help and error messages. */
export function optionExample(): string {
  const all = PLATFORMS.flatMap(({ id }) => optionsOf(id).fields.map((option) => ({ platform: id, option })));
  const found = all.find(({ option }) => option.kind === 'choice') ?? all[0];
  if (!found) return 'platform.name=value';
  const { platform, option } = found;
  return `${typedName(platform, option, '.')}=${option.kind === 'choice' ? option.choices[1]?.value : '…'}`;
}

/** The name of an option in files and flags: `youtube.title`. */
export function typedName(platform: Platform, { name }: PlatformOption, separator: '.' | ':'): string {
  const short = platformOf(platform).alsoCalled.find((called) => platform.startsWith(`${called}_`));
  return `${short ?? platform}${separator}${name}`;
}

/** Normalises a name for comparison. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
