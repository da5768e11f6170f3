import type { OptionValues, PlatformOptions } from '../platforms/options.ts';
import { youtubeOptions } from '../platforms/youtube/options.ts';
import { PLATFORM_IDS, type Platform, platformOf } from './platforms.ts';

/** The options of platforms, apart from their descriptors, which every screen loads. */
const LISTS: { readonly [platform in Platform]?: PlatformOptions } = {
  youtube_shorts: youtubeOptions,
};

const NONE: PlatformOptions = { fields: [] };

/** What can be chosen for each post on a platform. */
export function optionsOf(platform: Platform): PlatformOptions {
  return LISTS[platform] ?? platformOf(platform).options ?? NONE;
}

/** The platforms that have options. */
export const PLATFORMS_WITH_OPTIONS: readonly Platform[] = PLATFORM_IDS.filter((id) => optionsOf(id).fields.length > 0);

/** A post's options by platform. */
export type PostOptions = { readonly [platform in Platform]?: OptionValues };
