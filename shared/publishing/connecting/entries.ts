import { z } from 'zod';

/** One line of an entry, such as a key or a token. */
export const entryText = z.string().trim().min(1).max(4096);
/** The address of a server, with or without `https://`. */
export const serverText = z.string().trim().min(1).max(300);

export const blueskyEntrySchema = z.object({
  platform: z.literal('bluesky'),
  /** The handle or DID; an e-mail address works on some servers. */
  identifier: entryText,
  appPassword: entryText,
  /** The personal data server (PDS); https://bsky.social by default. */
  server: serverText.optional(),
});

export const mastodonEntrySchema = z.object({
  platform: z.literal('mastodon'),
  server: serverText,
  accessToken: entryText,
});

export const mastodonSignInSchema = z.object({ platform: z.literal('mastodon'), server: serverText });

export const twitterEntrySchema = z.object({
  platform: z.literal('twitter'),
  apiKey: entryText,
  apiSecret: entryText,
  accessToken: entryText,
  accessTokenSecret: entryText,
  /** What posts may cost in a month, in US dollars; without it, as much as it takes. */
  monthlyBudget: z
    .string()
    .trim()
    .regex(/^\$?(?=.*[1-9])\d{1,6}(\.\d{1,2})?$/)
    .transform((text) => text.replace('$', ''))
    .optional(),
});

export const linkedinEntrySchema = z.object({ platform: z.literal('linkedin'), accessToken: entryText });

export const facebookEntrySchema = z.object({
  platform: z.literal('facebook'),
  accessToken: entryText,
  /** With both of them a token of an hour is exchanged for a long one. */
  appId: entryText.optional(),
  appSecret: entryText.optional(),
  /** Which of several Pages. */
  page: entryText.optional(),
});

/** A token of Facebook leads through the linked Page, one of Instagram to the account itself: it says which it is. */
export const instagramEntrySchema = z.object({
  platform: z.literal('instagram'),
  accessToken: entryText,
  /** With both of them a token of an hour is exchanged for a long one. */
  appId: entryText.optional(),
  appSecret: entryText.optional(),
  /** Which of several Pages with a linked account. */
  page: entryText.optional(),
});

/** Where videos go: to the inbox of the person, who finishes them, or out directly with this privacy. */
export const tiktokModeSchema = z.enum([
  'inbox',
  'SELF_ONLY',
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
]);
export type TikTokMode = z.infer<typeof tiktokModeSchema>;

export const tiktokSignInSchema = z.object({
  platform: z.literal('tiktok'),
  clientKey: entryText,
  clientSecret: entryText,
  mode: tiktokModeSchema.default('inbox'),
});

export const youtubeSignInSchema = z.object({
  platform: z.literal('youtube_shorts'),
  clientId: entryText,
  clientSecret: entryText,
  /** Who can see the videos. */
  privacy: z.enum(['public', 'unlisted', 'private']).default('public'),
  /** Whether the videos are made for kids, which YouTube wants to be told of each. */
  madeForKids: z.enum(['no', 'yes']).default('no'),
});

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
