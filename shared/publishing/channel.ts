import { z } from 'zod';
import { readSchema } from '../platforms/reads.ts';
import { platformSchema } from '../posts/platforms.ts';

/**
 * Why a channel cannot post a first comment, if known beforehand. unaudited: videos stay private whatever was chosen;
 * maybe_unaudited: no video has been published yet to find out;
 * not_offered: the platform offers it to other accounts only, so that none is sent.
 */
export const noCommentSchema = z.enum(['private', 'made_for_kids', 'unaudited', 'maybe_unaudited', 'not_offered']);
export type NoComment = z.infer<typeof noCommentSchema>;

const wholeNumber = z.number().int().positive();
const optionTexts = <T extends z.ZodType>(values: T) => z.record(z.string().max(100), values);

/**
 * A channel's limits that differ from PLATFORM_LIMITS, as reported by the platform, such as a Mastodon instance. Sizes
 * are in bytes.
 */
export const channelLimitsSchema = z.object({
  textLength: wholeNumber.optional(),
  /** Characters that each link counts as. */
  linkLength: wholeNumber.optional(),
  pictures: wholeNumber.optional(),
  imageBytes: wholeNumber.optional(),
  videoBytes: wholeNumber.optional(),
  /** Width times height. */
  imagePixels: wholeNumber.optional(),
  videoPixels: wholeNumber.optional(),
  /** Frames per second. */
  videoFrameRate: z.number().positive().optional(),
  /** Longest video, in seconds. */
  videoSeconds: wholeNumber.optional(),
  altLength: wholeNumber.optional(),
  mimeTypes: z.array(z.string()).optional(),
  /** The person's monthly budget, in thousandths of a US dollar. */
  monthlyMills: wholeNumber.optional(),
  /** The platform fetches pictures from a public address; without one they are posted by hand. */
  needsAddress: z.boolean().optional(),
  noComment: noCommentSchema.optional(),
  /** What the account has for options that are texts, such as its boards, by their names. */
  offers: optionTexts(z.array(z.string().max(300)).max(250)).optional(),
  /** Names of the platform's options that the account has turned off for all of its posts. */
  disabledOptions: z.array(z.string().max(100)).max(50).optional(),
  /** The values that the account allows of a choice, by the option's name; all of the others. */
  allowedValues: optionTexts(z.array(z.string().max(100)).max(50)).optional(),
  /** The values that were chosen when connecting, by the option's name: a post without one has them. */
  usualValues: optionTexts(z.string().max(100)).optional(),
  /** Of a poll: its answers, the characters of each, and how long it is open, in seconds. */
  poll: z
    .object({ answers: wholeNumber, answerLength: wholeNumber, minSeconds: wholeNumber, maxSeconds: wholeNumber })
    .partial()
    .optional(),
  /** Every post stays private, whatever was chosen, as long as the platform has not audited the person's app. */
  keepsPrivate: z.literal(true).optional(),
  /** The account would have more room once its owner has verified it. */
  isUnverified: z.literal(true).optional(),
  /** The person finishes each post in the platform's app, and chooses its options there. */
  finishesInApp: z.literal(true).optional(),
  /** What the login may not read, since it lacks the permission; absent if nothing, and where it is not known. */
  lacks: z.array(readSchema).optional(),
  /** What the platform calls the account's owner, where the platform wants that shown. */
  creatorName: z.string().max(200).optional(),
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
