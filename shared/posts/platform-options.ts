import { blueskyOptions } from '../platforms/bluesky/options.ts';
import { discordOptions } from '../platforms/discord/options.ts';
import { facebookOptions } from '../platforms/facebook/options.ts';
import { instagramOptions } from '../platforms/instagram/options.ts';
import { linkedinOptions } from '../platforms/linkedin/options.ts';
import { mastodonOptions } from '../platforms/mastodon/options.ts';
import type { OptionValues, PlatformOptions } from '../platforms/options.ts';
import { pinterestOptions } from '../platforms/pinterest/options.ts';
import { telegramOptions } from '../platforms/telegram/options.ts';
import { threadsOptions } from '../platforms/threads/options.ts';
import { tiktokOptions } from '../platforms/tiktok/options.ts';
import { xOptions } from '../platforms/x/options.ts';
import { youtubeOptions } from '../platforms/youtube/options.ts';
import type { Platform } from './platforms.ts';

/** The platforms' options. They are separate from the descriptors, which every screen loads. */
const LISTS: { readonly [platform in Platform]?: PlatformOptions } = {
  bluesky: blueskyOptions,
  mastodon: mastodonOptions,
  threads: threadsOptions,
  twitter: xOptions,
  linkedin: linkedinOptions,
  facebook: facebookOptions,
  instagram: instagramOptions,
  youtube_shorts: youtubeOptions,
  tiktok: tiktokOptions,
  telegram: telegramOptions,
  discord: discordOptions,
  pinterest: pinterestOptions,
};

const NONE: PlatformOptions = { fields: [] };

/** The options that can be set for each post on a platform. */
export function optionsOf(platform: Platform): PlatformOptions {
  return LISTS[platform] ?? NONE;
}

/** A post's options by platform. */
export type PostOptions = { readonly [platform in Platform]?: OptionValues };
