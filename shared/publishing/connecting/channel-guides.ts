import { z } from 'zod';
import { type Platform, platformLabel } from '../../posts/platforms.ts';
import { BLUESKY_GUIDE, blueskyEntrySchema } from './bluesky.ts';
import { FACEBOOK_GUIDE, facebookEntrySchema } from './facebook.ts';
import { INSTAGRAM_GUIDE, instagramEntrySchema } from './instagram.ts';
import { LINKEDIN_GUIDE, linkedinEntrySchema } from './linkedin.ts';
import { MASTODON_GUIDE, mastodonEntrySchema, mastodonSignInSchema } from './mastodon.ts';
import { TIKTOK_GUIDE, tiktokSignInSchema } from './tiktok.ts';
import { TWITTER_GUIDE, twitterEntrySchema } from './twitter.ts';
import type { ChannelGuide } from './ways.ts';
import { YOUTUBE_GUIDE, youtubeSignInSchema } from './youtube.ts';

/** What a person enters to connect an account for posting. */
export const channelEntrySchema = z.discriminatedUnion('platform', [
  blueskyEntrySchema,
  mastodonEntrySchema,
  twitterEntrySchema,
  linkedinEntrySchema,
  facebookEntrySchema,
  instagramEntrySchema,
]);
export type ChannelEntry = z.infer<typeof channelEntrySchema>;

/** What a sign-in on the platform's own page needs first. */
export const signInRequestSchema = z.discriminatedUnion('platform', [
  mastodonSignInSchema,
  youtubeSignInSchema,
  tiktokSignInSchema,
]);
export type SignInRequest = z.infer<typeof signInRequestSchema>;

/** Null for a platform that Local Agent does not post to directly. */
export function channelGuide(platform: Platform): ChannelGuide | null {
  const guides: { [platform in Platform]?: ChannelGuide } = {
    bluesky: BLUESKY_GUIDE,
    mastodon: MASTODON_GUIDE,
    youtube_shorts: YOUTUBE_GUIDE,
    tiktok: TIKTOK_GUIDE,
    twitter: TWITTER_GUIDE,
    linkedin: LINKEDIN_GUIDE,
    facebook: FACEBOOK_GUIDE,
    instagram: INSTAGRAM_GUIDE,
  };
  return guides[platform] ?? null;
}

/** For a platform without a guide: what happens to its posts instead. */
export const byHandOnly = (platform: Platform) =>
  `Local Agent does not post to ${platformLabel(platform)} directly yet. Your posts come up as "Your turn" at their time, ready to be posted by you.`;
