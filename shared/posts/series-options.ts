import type { OptionValues } from '../platforms/options.ts';
import { optionsOf, type PostOptions } from './platform-options.ts';
import { PLATFORM_IDS } from './platforms.ts';

/** The options of each text of a series, in order. Null or missing: the post's options, if it is the post's text. */
export type TextOptions = readonly (PostOptions | null)[];

/** The options that belong to a post's text, such as a title or a poll; each text of a series has its own. */
export function optionsWithText(options: PostOptions): PostOptions {
  return parted(options, true);
}

/** The options of a series' post with the text at `place`: that text's own, and all others from the original post. */
export function seriesOptions(
  post: { caption: string; options: PostOptions },
  texts: readonly string[],
  textOptions: TextOptions,
  place: number,
): PostOptions {
  const ofText = textOptions[place] ?? (texts[place] === post.caption ? optionsWithText(post.options) : {});
  const others = parted(post.options, false);
  const platforms = PLATFORM_IDS.filter((platform) => ofText[platform] || others[platform]);
  return Object.fromEntries(platforms.map((platform) => [platform, { ...others[platform], ...ofText[platform] }]));
}

function parted(options: PostOptions, areOfText: boolean): PostOptions {
  const parts = PLATFORM_IDS.flatMap((platform): [string, OptionValues][] => {
    const names = optionsOf(platform).fields.flatMap(({ name, isOfPost }) => (isOfPost === 'text' ? [name] : []));
    const kept = Object.entries(options[platform] ?? {}).filter(([name]) => names.includes(name) === areOfText);
    return kept.length > 0 ? [[platform, Object.fromEntries(kept)]] : [];
  });
  return Object.fromEntries(parts);
}
