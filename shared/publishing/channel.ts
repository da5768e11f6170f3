import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';

/**
 * Why a channel cannot post a first comment, if known beforehand. unaudited: videos stay private whatever was chosen;
 * maybe_unaudited: no video has been published yet to find out;
 * not_offered: the platform offers it to other accounts only, so that none is sent.
 */
export const noCommentSchema = z.enum(['private', 'made_for_kids', 'unaudited', 'maybe_unaudited', 'not_offered']);
export type NoComment = z.infer<typeof noCommentSchema>;

/**
 * A channel's limits that differ from PLATFORM_LIMITS, as reported by the platform, such as a Mastodon instance. Sizes
 * are in bytes.
 */
export const channelLimitsSchema = z.object({
  textLength: z.number().int().positive().optional(),
  /** Characters that each link counts as. */
  linkLength: z.number().int().positive().optional(),
  pictures: z.number().int().positive().optional(),
  imageBytes: z.number().int().positive().optional(),
  videoBytes: z.number().int().positive().optional(),
  /** Width times height. */
  imagePixels: z.number().int().positive().optional(),
  videoPixels: z.number().int().positive().optional(),
  /** Frames per second. */
  videoFrameRate: z.number().positive().optional(),
  /** Longest video, in seconds. */
  videoSeconds: z.number().int().positive().optional(),
  altLength: z.number().int().positive().optional(),
  mimeTypes: z.array(z.string()).optional(),
  /** The person's monthly budget, in thousandths of a US dollar. */
  monthlyMills: z.number().int().positive().optional(),
  /** The platform fetches pictures from a public address; without one they are posted by hand. */
  needsAddress: z.boolean().optional(),
  noComment: noCommentSchema.optional(),
  /** Names of the platform's options that the account has turned off for all of its posts. */
  disabledOptions: z.array(z.string().max(100)).max(50).optional(),
});
export type ChannelLimits = z.infer<typeof channelLimitsSchema>;

/**
 * The connection of an account for posting, without its secret. Timestamps are ISO 8601. `agentId` is the agent that
 * holds the secret, and which alone can publish.
 */
export const channelSchema = z.object({
  accountId: z.uuid(),
  platform: platformSchema,
  agentId: z.uuid(),
  /** `@ada@mastodon.example`, `ada.bsky.social`. */
  handle: z.string(),
  profileUrl: z.string().nullable(),
  /** The server that receives the posts. */
  server: z.string(),
  /** ready: posts are published. reconnect: the platform refuses the log-in, and the person must connect again. */
  state: z.enum(['ready', 'reconnect']),
  /** The platform's message when the person must connect again, or when a valid log-in cannot be renewed. */
  problem: z.string().nullable(),
  isPaused: z.boolean(),
  connectedAt: z.string(),
  checkedAt: z.string(),
  /** When the log-in ends and the person must connect again; null if it does not. */
  expiresAt: z.string().nullable(),
  limits: channelLimitsSchema,
});
export type Channel = z.infer<typeof channelSchema>;

/** Days before a log-in's end at which it is shown with the account. */
export const CHANNEL_WARNING_DAYS = 14;
/** Days before that end at which the person is reminded, once each. */
export const CHANNEL_REMINDER_DAYS = [7, 2] as const;
