import { z } from 'zod';
import { type Read, readSchema } from '../../../../../shared/platforms/reads.ts';
import type { ChannelLimits, NoComment } from '../../../../../shared/publishing/channel.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { tokenTextSchema } from '../kit/oauth.ts';
import { lacking, lackingOf } from '../kit/reads.ts';
import { parsed, type YouTubeApi } from './api.ts';
import { READ_SCOPES, type Tokens } from './oauth.ts';

/** Ids of channels, videos, playlists and comments are part of URLs. */
export const idSchema = z.string().regex(/^[\w.-]{1,128}$/);

/** The user's choices for all videos of the channel. */
export const choicesSchema = z.object({
  privacy: z.enum(['public', 'unlisted', 'private']),
  isMadeForKids: z.boolean(),
});
export type Choices = z.infer<typeof choicesSchema>;

export const secretSchema = z.object({
  app: z.object({ clientId: z.string().min(1), clientSecret: z.string().min(1) }),
  tokens: z.object({
    accessToken: tokenTextSchema,
    expiresAt: z.iso.datetime(),
    refreshToken: tokenTextSchema,
    endsAt: z.iso.datetime().nullable(),
    scopes: z.array(z.string()).optional(),
  }),
  choices: choicesSchema,
  /** The optional reads that the user chose. */
  reads: z.array(readSchema).optional(),
  /** Whether the project's videos can be public; null until a video has shown it. Google does not report it. */
  isAudited: z.boolean().nullable().default(null),
  /**
   * The latest video that was not meant to be private. It shows whether the project is audited, conclusively after
   * `until`.
   */
  watched: z.object({ id: idSchema, until: z.iso.datetime() }).nullable().default(null),
  channelId: idSchema,
  /** The playlist of the channel's uploads. */
  uploads: idSchema,
});
export type YouTubeSecret = z.infer<typeof secretSchema>;

/** The public site, part of posts' links and therefore not configurable. */
export const YOUTUBE = 'https://www.youtube.com';

/**
 * `eligible`: allowed once the owner has verified a phone number.
 * https://developers.google.com/youtube/v3/docs/channels
 */
const longUploadsSchema = z.enum(['allowed', 'eligible', 'disallowed']).nullable().catch(null);
type LongUploads = z.infer<typeof longUploadsSchema>;

type Channel = Pick<YouTubeSecret, 'channelId' | 'uploads'> & { handle: string; longUploads: LongUploads };

const channelsSchema = z.object({
  items: z
    .array(
      z.object({
        id: idSchema,
        snippet: z.object({ title: z.string(), customUrl: z.string().optional().catch(undefined) }),
        contentDetails: z.object({ relatedPlaylists: z.object({ uploads: idSchema }) }),
        status: z.object({ longUploadsStatus: longUploadsSchema }).catch({ longUploadsStatus: null }),
      }),
    )
    .default([]),
});

/**
 * Reads the channel. Throws PublishError `auth` if the Google account has none.
 * https://developers.google.com/youtube/v3/docs/channels/list
 */
export async function readChannel(api: YouTubeApi): Promise<Channel> {
  const answer = await api.send({
    step: 'check channel',
    url: api.method('channels', { part: 'snippet,contentDetails,status', mine: 'true' }),
  });
  const [channel] = parsed(channelsSchema, answer).items;
  if (!channel)
    throw new PublishError(
      'auth',
      'This Google account has no YouTube channel. Create one on YouTube, then try again.',
    );
  const { customUrl, title } = channel.snippet;
  return {
    channelId: channel.id,
    uploads: channel.contentDetails.relatedPlaylists.uploads,
    handle: (customUrl || title).slice(0, 200),
    longUploads: channel.status.longUploadsStatus,
  };
}

/** The optional reads that a login lacks. Older logins requested only what posting needs. */
export function lacksOf({ tokens }: Pick<YouTubeSecret, 'tokens'>): Read[] {
  return lackingOf(READ_SCOPES, tokens.scopes ?? []) ?? [];
}

export function connectedAs(
  kept: Pick<YouTubeSecret, 'app' | 'choices'> & { tokens: Tokens } & Partial<YouTubeSecret>,
  { handle, channelId, uploads, longUploads }: Channel,
): Connected {
  const { isAudited = null, watched = null } = kept;
  const secret: YouTubeSecret = { ...kept, isAudited, watched, channelId, uploads };
  return {
    secret,
    handle,
    remoteId: channelId,
    profileUrl: `${YOUTUBE}/channel/${channelId}`,
    server: YOUTUBE,
    expiresAt: kept.tokens.endsAt,
    limits: limitsOf(secret, longUploads),
  };
}

/** Longest videos in seconds: of any channel, and of one that may upload long ones. */
const VIDEO_SECONDS = { usual: 15 * 60, long: 12 * 3600 };

/**
 * A verified phone number is required for both long videos and covers.
 * https://support.google.com/youtube/answer/9890437
 */
function limitsOf(secret: YouTubeSecret, longUploads: LongUploads): ChannelLimits {
  const { choices, isAudited } = secret;
  const noComment = noCommentOf(secret);
  return {
    usualValues: { privacy: choices.privacy, madeForKids: choices.isMadeForKids ? 'yes' : 'no' },
    ...lacking(lacksOf(secret)),
    ...(noComment && { noComment }),
    ...(isAudited === false && { keepsPrivate: true }),
    ...(longUploads && { videoSeconds: longUploads === 'allowed' ? VIDEO_SECONDS.long : VIDEO_SECONDS.usual }),
    ...(longUploads === 'eligible' && { isUnverified: true }),
  };
}

/** https://support.google.com/youtube/answer/9483359 */
function noCommentOf({ choices, isAudited }: Pick<YouTubeSecret, 'choices' | 'isAudited'>): NoComment | null {
  if (choices.isMadeForKids) return 'made_for_kids';
  if (choices.privacy === 'private') return 'private';
  if (isAudited === null) return 'maybe_unaudited';
  return isAudited ? null : 'unaudited';
}

/** Each project's daily quota as used by this process: Google does not report what is left. */
const used = new Map<string, { until: number; videos: number }>();
/** A project's default limit of inserts per day. */
const VIDEOS_A_DAY = 100;

/** Counts a video of a project. `isOver`: Google reported that the quota is used up. */
export function noteVideo(clientId: string, until: Date, isOver = false): void {
  const known = used.get(clientId);
  const videos = known?.until === until.getTime() ? known.videos : 0;
  used.set(clientId, { until: until.getTime(), videos: isOver ? VIDEOS_A_DAY : videos + 1 });
}

/** How many videos a project may still upload; null if unknown. */
export function videosLeft(
  clientId: string,
  { now }: Pick<PlatformCalls, 'now'>,
): { left: number; until: string } | null {
  const known = used.get(clientId);
  if (!known || known.until <= now().getTime()) return null;
  return { left: Math.max(0, VIDEOS_A_DAY - known.videos), until: new Date(known.until).toISOString() };
}
