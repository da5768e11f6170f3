import { z } from 'zod';
import { readSchema } from '../platforms/reads.ts';
import { platformSchema } from '../posts/platforms.ts';

/**
 * Why a channel cannot post a first comment, if known beforehand. unaudited: videos stay private whatever was chosen;
 * maybe_unaudited: no published video has shown yet whether they do; not_offered: the platform allows it to other
 * accounts only, so none is sent.
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
  /** The user's monthly budget, in thousandths of a US dollar. */
  monthlyMills: wholeNumber.optional(),
  /** The platform fetches pictures from a public address; without one, they are posted manually. */
  needsAddress: z.boolean().optional(),
  noComment: noCommentSchema.optional(),
  /** Suggestions for text options, such as the account's boards, by the option's name. */
  offers: optionTexts(z.array(z.string().max(300)).max(250)).optional(),
  /** Names of the platform's options that the account has turned off for all of its posts. */
  disabledOptions: z.array(z.string().max(100)).max(50).optional(),
  /** The values that the account allows of a choice, by the option's name; absent choices are not restricted. */
  allowedValues: optionTexts(z.array(z.string().max(100)).max(50)).optional(),
  /** The values that were chosen when connecting, by the option's name; they apply to posts without one. */
  usualValues: optionTexts(z.string().max(100)).optional(),
  /** Of a poll: the number of answers, the characters of each, and how long it is open, in seconds. */
  poll: z
    .object({ answers: wholeNumber, answerLength: wholeNumber, minSeconds: wholeNumber, maxSeconds: wholeNumber })
    .partial()
    .optional(),
  /** Every post stays private, whatever was chosen, until the platform has audited the user's app. */
  keepsPrivate: z.literal(true).optional(),
  /** Some limits would be higher if the account's owner verified it. */
  isUnverified: z.literal(true).optional(),
  /** The user finishes each post in the platform's app, and chooses its options there. */
  finishesInApp: z.literal(true).optional(),
  /** The optional reads for which the login lacks the permission; absent if none, or if unknown. */
  lacks: z.array(readSchema).optional(),
  /** The platform's name for the account's owner, if the platform requires it to be shown. */
  creatorName: z.string().max(200).optional(),
});
export type ChannelLimits = z.infer<typeof channelLimitsSchema>;

/**
 * The connection of an account for posting, without its secret. Timestamps are ISO 8601. `agentId` is the agent that
 * holds the secret, and the only one that can publish.
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
  /** ready: posts are published. reconnect: the platform refuses the login, and the user must connect again. */
  state: z.enum(['ready', 'reconnect']),
  /** The platform's message if the user must connect again, or if a valid login cannot be renewed. */
  problem: z.string().nullable(),
  isPaused: z.boolean(),
  connectedAt: z.string(),
  checkedAt: z.string(),
  /** When the login ends and the user must connect again; null if it does not. */
  expiresAt: z.string().nullable(),
  limits: channelLimitsSchema,
});
export type Channel = z.infer<typeof channelSchema>;

/** The end of a login is shown with the account this many days ahead. */
export const CHANNEL_WARNING_DAYS = 14;
/** The user is reminded of it this many days ahead, once each. */
export const CHANNEL_REMINDER_DAYS = [7, 2] as const;
