import { typedValue, unknownOption } from '../platforms/option-values.ts';
import type { OptionValue, PlatformOption } from '../platforms/options.ts';
import { optionsOf } from './platform-options.ts';
import { PLATFORMS, type Platform, platformLabel, platformOf } from './platforms.ts';

/** Options as people type them: the heading `youtube:title` of a file, or `youtube.title=Bread` after a flag. */

const NAMES = new Map<string, Platform>(
  PLATFORMS.flatMap(({ id, label, alsoCalled }) =>
    [id, label, ...alsoCalled].map((name) => [plain(name), id] as const),
  ),
);

/** The platform that is called so, in any spelling. */
export function platformNamed(name: string): Platform | null {
  return NAMES.get(plain(name)) ?? null;
}

type Named = { platform: Platform; option: PlatformOption };

/** The option of `youtube:title` or `youtube.title`; null if it has not this form, a sentence if there is none. */
export function optionNamed(text: string): Named | string | null {
  const [, of = '', name = ''] = /^\s*([^.:]{1,50})[.:]\s*([^.:]{1,100}?)\s*$/.exec(text) ?? [];
  const platform = platformNamed(of);
  if (platform === null || name === '') return null;
  const options = optionsOf(platform);
  const option = options.fields.find((field) => [field.name, field.label].some((one) => plain(one) === plain(name)));
  if (option) return { platform, option };
  const label = platformLabel(platform);
  return options.fields.length > 0 ? unknownOption(options, label, name) : `${label} has no options.`;
}

/** `youtube.title=Bread`, or a sentence on what is wrong with its form. */
export function typedOption(text: string): (Named & { value: OptionValue }) | string {
  const at = text.indexOf('=');
  const named = at < 0 ? null : optionNamed(text.slice(0, at));
  if (named === null) return `"${text.slice(0, 100)}" is no option. Give one such as youtube.title="A walk".`;
  return typeof named === 'string' ? named : { ...named, value: typedValue(named.option, text.slice(at + 1)) };
}

/** What an option is called in files and flags: `youtube.title`. */
export function typedName(platform: Platform, { name }: PlatformOption, separator: '.' | ':'): string {
  const short = platformOf(platform).alsoCalled.find((called) => platform.startsWith(`${called}_`));
  return `${short ?? platform}${separator}${name}`;
}

/** The form in which names are compared. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
