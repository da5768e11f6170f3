import type { OptionValues, PlatformOptions } from '../platforms/options.ts';
import { youtubeOptions } from '../platforms/youtube/options.ts';
import { type Platform, platformOf } from './platforms.ts';

/** The options of platforms, apart from their descriptors, which every screen loads. */
const LISTS: { readonly [platform in Platform]?: PlatformOptions } = {
  youtube_shorts: youtubeOptions,
};

const NONE: PlatformOptions = { fields: [] };

/** What can be chosen for each post on a platform. */
export function optionsOf(platform: Platform): PlatformOptions {
  return LISTS[platform] ?? platformOf(platform).options ?? NONE;
}

/** A post's options by platform. */
export type PostOptions = { readonly [platform in Platform]?: OptionValues };
