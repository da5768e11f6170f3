import { z } from 'zod';
import { cardContentSchema } from '../posts/link-card.ts';
import { coverTimeSchema, videoCaptionsSchema } from '../posts/video-captions.ts';

/** Values by field (shared/platforms/options.ts). */
const optionValuesSchema = z.record(z.string(), z.union([z.boolean(), z.string(), z.array(z.string())]));

/** The class decides the next step (docs/reliability.md). */
export const errorClassSchema = z.enum(['auth', 'rate_limit', 'rejected', 'transient', 'unknown']);
export type ErrorClass = z.infer<typeof errorClassSchema>;

/** What a waiting delivery needs from the user. */
export const waitsForSchema = z.enum(['by_hand', 'late', 'reconnect']);
export type WaitsFor = z.infer<typeof waitsForSchema>;

export const deliveryStateSchema = z.enum([
  'pending',
  'preparing',
  'publishing',
  'handed_over',
  'waiting',
  'published',
  'failed',
  'needs_review',
  'cancelled',
]);

/** A recorded call to a platform, without headers, bodies and secrets. */
export const exchangeSchema = z.object({
  /** When it was sent, ISO 8601. */
  at: z.string(),
  /** Its purpose: "upload picture 2". */
  step: z.string(),
  method: z.string(),
  /** Without the query. */
  url: z.string(),
  /** Null if there was no answer. */
  status: z.number().nullable(),
  /** The beginning of an error answer, or why there was no answer. */
  words: z.string().nullable(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

/**
 * An attempt of a delivery: sending it, reading back whether it was published, handing it over to a platform that holds
 * it until it is due, or withdrawing it from there. An attempt without an end was interrupted, unless it is the last of
 * a delivery in progress. Timestamps are ISO 8601.
 */
export const deliveryAttemptSchema = z.object({
  kind: z.enum(['publish', 'read_back', 'hand_over', 'take_back']),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  /** The delivery's state after it. */
  state: deliveryStateSchema.optional(),
  errorClass: errorClassSchema.nullable().optional(),
  /** The platform's message, or a description of what was found. */
  words: z.string().nullable().optional(),
  /** Changes that made the media fit: "compressed from 2.3 MB to 0.9 MB". */
  changes: z.array(z.string()).optional(),
  exchanges: z.array(exchangeSchema).optional(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;

/**
 * When a user marked the delivery as published, and when they undid it. The rest is the state before. Timestamps are
 * ISO 8601.
 */
export type DeliveryMark = {
  at: string;
  undone_at: string | null;
  state: z.infer<typeof deliveryStateSchema>;
  waits_for: WaitsFor | null;
  error_class: ErrorClass | null;
  error_text: string | null;
  retry_after: string | null;
  remote_url: string | null;
  published_at: string | null;
};

/** The content of a delivery, fixed before its first irreversible call. `media` are as in the content. */
export const outgoingSchema = z.object({
  /** When it was due, ISO 8601; some platforms' record keys derive from it. */
  dueAt: z.string(),
  /** When it was first sent, ISO 8601; undefined if an older version of the agent sent it. */
  sentAt: z.string().optional(),
  parts: z.array(z.string()),
  /** The options that were chosen for the post, or are its account's defaults. */
  options: optionValuesSchema.optional(),
  /** The last part is the first comment. */
  hasFirstComment: z.boolean().optional(),
  /** The pictures are sent as pages of one document. */
  document: z.object({ title: z.string() }).optional(),
  /** The card of a link, for platforms that do not fetch pages. */
  card: cardContentSchema.optional(),
  /** Why there is no card, for users. */
  cardProblem: z.string().optional(),
  media: z.array(
    z.object({
      path: z.string().nullable(),
      url: z.string(),
      kind: z.enum(['image', 'video']),
      alt: z.string(),
      isAiMade: z.boolean().optional(),
      fit: z.enum(['crop', 'pad']).optional(),
      /** Of a video: see MediaItem. `poster` is a path. */
      poster: z.string().optional(),
      coverMs: coverTimeSchema.optional(),
      captions: videoCaptionsSchema.optional(),
    }),
  ),
});
export type Outgoing = z.infer<typeof outgoingSchema>;
