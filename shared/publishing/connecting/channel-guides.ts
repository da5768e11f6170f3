import type { Platform } from '../../posts/platforms.ts';
import { BLUESKY_GUIDE } from './bluesky.ts';
import { FACEBOOK_GUIDE } from './facebook.ts';
import { INSTAGRAM_GUIDE } from './instagram.ts';
import { LINKEDIN_GUIDE } from './linkedin.ts';
import { MASTODON_GUIDE } from './mastodon.ts';
import { TIKTOK_GUIDE } from './tiktok.ts';
import { TWITTER_GUIDE } from './twitter.ts';
import type { ChannelGuide } from './ways.ts';
import { YOUTUBE_GUIDE } from './youtube.ts';

/** What connecting takes, by platform. */
export const CHANNEL_GUIDES: Record<Platform, ChannelGuide> = {
  bluesky: BLUESKY_GUIDE,
  mastodon: MASTODON_GUIDE,
  youtube_shorts: YOUTUBE_GUIDE,
  tiktok: TIKTOK_GUIDE,
  twitter: TWITTER_GUIDE,
  linkedin: LINKEDIN_GUIDE,
  facebook: FACEBOOK_GUIDE,
  instagram: INSTAGRAM_GUIDE,
};
