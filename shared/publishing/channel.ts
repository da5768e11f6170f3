import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';

/**
 * Why a channel cannot post a first comment, as far as that is known beforehand. unaudited: videos stay private whatever
 * was chosen; maybe_unaudited: no video has shown yet whether they do.
 */
export const noCommentSchema = z.enum(['private', 'made_for_kids', 'unaudited', 'maybe_unaudited']);
export type NoComment = z.infer<typeof noCommentSchema>;

/**
 * The limits that the platform itself named for a channel, where they differ from PLATFORM_LIMITS: a Mastodon instance
 * sets its own. Sizes are in bytes.
 */
export const channelLimitsSchema = z.object({
  textLength: z.number().int().positive().optional(),
  /** What each link counts as, whatever its length. */
  linkLength: z.number().int().positive().optional(),
  pictures: z.number().int().positive().optional(),
  imageBytes: z.number().int().positive().optional(),
  videoBytes: z.number().int().positive().optional(),
  /** Width times height. */
  imagePixels: z.number().int().positive().optional(),
  videoPixels: z.number().int().positive().optional(),
  /** Frames per second. */
  videoFrameRate: z.number().positive().optional(),
  /** How long a video may be at most, in seconds. */
  videoSeconds: z.number().int().positive().optional(),
  altLength: z.number().int().positive().optional(),
  mimeTypes: z.array(z.string()).optional(),
  /** What the person lets posts cost in a month, in thousandths of a US dollar. */
  monthlyMills: z.number().int().positive().optional(),
  /** Pictures are fetched from a public address; without one they are posted by hand. */
  needsAddress: z.boolean().optional(),
  noComment: noCommentSchema.optional(),
});
export type ChannelLimits = z.infer<typeof channelLimitsSchema>;

/**
 * A connection for posting, as everybody may see it: one for each account, without its secret. Timestamps are ISO 8601.
 * `agentId` is the agent whose machine holds the secret, and which alone can publish.
 */
export const channelSchema = z.object({
  accountId: z.uuid(),
  platform: platformSchema,
  agentId: z.uuid(),
  /** `@ada@mastodon.example`, `ada.bsky.social`. */
  handle: z.string(),
  profileUrl: z.string().nullable(),
  /** The server that posts are sent to. */
  server: z.string(),
  /** ready: posts go out. reconnect: the platform no longer takes the log-in, and the person must connect again. */
  state: z.enum(['ready', 'reconnect']),
  /** What the platform said, where the person must connect again, or where it does not renew a login that still holds. */
  problem: z.string().nullable(),
  isPaused: z.boolean(),
  connectedAt: z.string(),
  checkedAt: z.string(),
  /** When the log-in ends for good, and the person must connect again; null where it does not end. */
  expiresAt: z.string().nullable(),
  limits: channelLimitsSchema,
});
export type Channel = z.infer<typeof channelSchema>;

/** The log-in is warned about so many days before it ends. */
export const CHANNEL_WARNING_DAYS = 14;
