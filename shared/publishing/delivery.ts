import { z } from 'zod';
import { cardContentSchema } from '../posts/link-card.ts';

/** What comes next depends on the class (design/publishing.md, "Never twice, never lost"). */
export const errorClassSchema = z.enum(['auth', 'rate_limit', 'rejected', 'transient', 'unknown']);
export type ErrorClass = z.infer<typeof errorClassSchema>;

/** What a waiting delivery needs of the person. */
export const waitsForSchema = z.enum(['by_hand', 'late', 'reconnect']);
export type WaitsFor = z.infer<typeof waitsForSchema>;

export const deliveryStateSchema = z.enum([
  'pending',
  'preparing',
  'publishing',
  'waiting',
  'published',
  'failed',
  'needs_review',
  'cancelled',
]);

/** A call to a platform as it is kept with its attempt: without headers, bodies and secrets. */
export const exchangeSchema = z.object({
  /** When it was sent, ISO 8601. */
  at: z.string(),
  /** What it was for: "upload picture 2". */
  step: z.string(),
  method: z.string(),
  /** Without its query. */
  url: z.string(),
  /** Null where no answer came. */
  status: z.number().nullable(),
  /** The beginning of an answer that is no success, or why there is none. */
  words: z.string().nullable(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

/**
 * An attempt of a delivery: sending it, or reading back whether it stands there. One without an end was interrupted,
 * unless it is the last of a delivery that is under way. Timestamps are ISO 8601.
 */
export const deliveryAttemptSchema = z.object({
  kind: z.enum(['publish', 'read_back']),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  /** The state that it left the delivery in. */
  state: deliveryStateSchema.optional(),
  errorClass: errorClassSchema.nullable().optional(),
  /** The platform's own words, or ours about what was found. */
  words: z.string().nullable().optional(),
  /** What was changed of the media so that they fit: "compressed from 2.3 MB to 0.9 MB". */
  changes: z.array(z.string()).optional(),
  exchanges: z.array(exchangeSchema).optional(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;

/** What a delivery sends, as it was before its first irreversible call. `media` are as in the content. */
export const outgoingSchema = z.object({
  /** When it was due, ISO 8601: the records of some platforms are told apart by it. */
  dueAt: z.string(),
  /** When it was first sent, ISO 8601; left out where another version of the agent began to send it. */
  sentAt: z.string().optional(),
  parts: z.array(z.string()),
  /** The last of the parts is the first comment. */
  hasFirstComment: z.boolean().optional(),
  /** The pictures go out as the pages of one document. */
  document: z.object({ title: z.string() }).optional(),
  /** The card of a link, on platforms that read no pages themselves. */
  card: cardContentSchema.optional(),
  /** Why it goes out without one, for people. */
  cardProblem: z.string().optional(),
  media: z.array(
    z.object({
      path: z.string().nullable(),
      url: z.string(),
      kind: z.enum(['image', 'video']),
      alt: z.string(),
      isAiMade: z.boolean().optional(),
      fit: z.enum(['crop', 'pad']).optional(),
    }),
  ),
});
export type Outgoing = z.infer<typeof outgoingSchema>;

/** Numbers of a post that is out; null for one that the platform does not tell. */
export const postFiguresSchema = z.object({
  likes: z.number().nullable(),
  reposts: z.number().nullable(),
  replies: z.number().nullable(),
});
export type PostFigures = z.infer<typeof postFiguresSchema>;
