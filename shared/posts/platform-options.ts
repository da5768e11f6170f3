import { blueskyOptions } from '../platforms/bluesky/options.ts';
import { mastodonOptions } from '../platforms/mastodon/options.ts';
import type { OptionValues, PlatformOptions } from '../platforms/options.ts';
import { tiktokOptions } from '../platforms/tiktok/options.ts';
import { xOptions } from '../platforms/x/options.ts';
import { youtubeOptions } from '../platforms/youtube/options.ts';
import { PLATFORM_IDS, type Platform, platformOf } from './platforms.ts';

/** The options of platforms, apart from their descriptors, which every screen loads. */
const LISTS: { readonly [platform in Platform]?: PlatformOptions } = {
  bluesky: blueskyOptions,
  mastodon: mastodonOptions,
  twitter: xOptions,
  youtube_shorts: youtubeOptions,
  tiktok: tiktokOptions,
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
