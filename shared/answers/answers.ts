import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { storableText } from '../posts/storable-text.ts';
import { errorClassSchema } from '../publishing/delivery.ts';

/** Answers of one page, at most. */
export const ANSWERS_PAGE = 50;
/** Answers and replies of one thread that are shown: the newest. */
export const THREAD_MAX = 300;
/** Longest reply in characters; platforms take fewer. */
export const REPLY_MAX_LENGTH = 10_000;
/** Marked at once, at most. */
export const MARKED_AT_ONCE = 200;

/** comment: answers a post of ours; reply: answers another answer below one; mention: names the account elsewhere. */
export const ANSWER_KINDS = ['comment', 'reply', 'mention'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

export const ANSWER_STATES = ['unread', 'read', 'done'] as const;
export const answerStateSchema = z.enum(ANSWER_STATES, 'expected unread, read or done');
export type AnswerState = z.infer<typeof answerStateSchema>;

/** What a platform's API lets be done with an answer. */
export const ANSWER_ACTIONS = ['reply', 'like', 'hide'] as const;
export type AnswerAction = (typeof ANSWER_ACTIONS)[number];

/**
 * draft: nothing is sent; sending: it waits for an attempt, or one is under way; unsure: it may have gone out, and the
 * platform cannot be asked; removed: taken back.
 */
export const REPLY_STATES = ['draft', 'sending', 'sent', 'failed', 'unsure', 'removed'] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

const time = z.string();

/** The account that answers came in at. */
const answeredAccountSchema = z.object({ id: z.uuid(), label: z.string() });

/** The post that is answered, as it went out at this account. */
const answeredPostSchema = z.object({
  id: z.uuid().describe('the post, as the agent API names it'),
  deliveryId: z.uuid().describe('the post at this account'),
  title: z.string().describe('the beginning of its text, at most 140 characters'),
  url: z.string().nullable(),
  publishedAt: time.nullable(),
});

const authorSchema = z.object({
  name: z.string(),
  /** Without @; empty where the platform tells none. */
  handle: z.string(),
  url: z.string().nullable(),
  /** Whether `getAnswerPicture` may have a picture. */
  hasPicture: z.boolean(),
});

/** A comment, reply or mention. Times are ISO 8601. */
export const answerSchema = z.object({
  id: z.uuid(),
  platform: platformSchema,
  account: answeredAccountSchema,
  /** Null for a mention, and below a post that is not from here or was deleted here. */
  post: answeredPostSchema.nullable(),
  kind: z.enum(ANSWER_KINDS),
  /** The answer of this list that it answers; null where it answers the post, or that is not known here. */
  parentId: z.uuid().nullable(),
  /** Written by the account itself; only in threads. */
  isOwn: z.boolean(),
  author: authorSchema,
  text: z.string().describe('plain text; empty for a picture alone'),
  url: z.string().nullable(),
  writtenAt: time,
  /** When it was first seen here. */
  seenAt: time,
  editedAt: time.nullable(),
  /** When it was no longer there; its last known text stays. */
  deletedAt: time.nullable(),
  state: answerStateSchema,
  liked: z.boolean(),
  hidden: z.boolean(),
  can: z.array(z.enum(ANSWER_ACTIONS)).describe('what the platform allows'),
  /** How our newest reply to it stands; null without one. */
  reply: z.enum(REPLY_STATES).nullable(),
});
export type Answer = z.infer<typeof answerSchema>;

/** What is written back. */
export const replySchema = z.object({
  id: z.uuid(),
  answerId: z.uuid(),
  text: z.string(),
  state: z.enum(REPLY_STATES),
  createdAt: time,
  sentAt: time.nullable(),
  url: z.string().nullable(),
  /** Whether it can be taken back: deleted on the platform once it is there. */
  canRemove: z.boolean(),
  errorClass: errorClassSchema.nullable(),
  /** What the platform or the agent said. */
  error: z.string().nullable(),
  /** When it is tried again; null where it is not. */
  retryAt: time.nullable(),
});
export type Reply = z.infer<typeof replySchema>;

export const answersQuerySchema = z.object({
  account: z.uuid('expected the id of an account').optional(),
  platform: platformSchema.optional(),
  /** open: unread and read; all: done ones too. */
  state: z.enum(['unread', 'open', 'done', 'all'], 'expected unread, open, done or all').default('open'),
  kind: z.enum(ANSWER_KINDS, 'expected comment, reply or mention').optional(),
  post: z.uuid('expected the id of a post').optional(),
  /** `next` of the page before. */
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(ANSWERS_PAGE).default(ANSWERS_PAGE),
});
export type AnswersQuery = z.input<typeof answersQuerySchema>;

/** `unread` counts all of them, whatever is asked for; at most 1000. `next` is null on the last page. */
export const answersPageSchema = z.object({
  answers: z.array(answerSchema),
  next: z.string().nullable(),
  unread: z.number().int(),
});
export type AnswersPage = z.infer<typeof answersPageSchema>;

export const unreadAnswersSchema = z.object({ unread: z.number().int() });

/**
 * What stands below the post, or around a mention: oldest first, deleted and hidden ones and our own included.
 * `postText` is what went out at this account.
 */
export const answerThreadSchema = z.object({
  answer: answerSchema,
  postText: z.string().nullable(),
  answers: z.array(answerSchema),
  replies: z.array(replySchema),
  /** What the reply may have on this platform, in its own way of counting; null where that is not known. */
  maxLength: z.number().int().nullable(),
});
export type AnswerThread = z.infer<typeof answerThreadSchema>;

export const answerParamsSchema = z.object({ id: z.uuid('expected the id of an answer') });
export const replyParamsSchema = z.object({ id: z.uuid('expected the id of a reply') });

export const markAnswersSchema = z.strictObject({
  ids: z.array(z.uuid('expected the id of an answer')).min(1).max(MARKED_AT_ONCE),
  state: answerStateSchema,
});

const replyText = storableText(REPLY_MAX_LENGTH).overwrite((text) => text.trim());

/** `id` is chosen by whoever sends it: the same again sends nothing twice. */
export const newReplySchema = z.strictObject({
  id: z.uuid('expected a new UUID').optional(),
  text: replyText.refine((text) => text !== '', 'A reply needs words.'),
});
/** '' removes the draft. */
export const replyDraftSchema = z.strictObject({ text: replyText });
/** `wish` says how it should be: "thank her, and say that the course begins on Monday". */
export const writeReplySchema = z.strictObject({ wish: storableText(1000).optional() });
export const writtenReplySchema = z.object({ text: z.string(), by: z.string().describe('the model that wrote it') });

export const answerPictureSchema = z.object({ picture: z.string().nullable().describe('a small data: URL') });

export const ANSWER_NOTIFICATIONS = ['never', 'hours', 'daily'] as const;
export type AnswerNotification = (typeof ANSWER_NOTIFICATIONS)[number];
export const answerSettingsSchema = z.object({
  /** Whether platforms are asked for answers. */
  collect: z.boolean(),
  /** The same for platforms that charge for it. */
  collectPaid: z.boolean(),
  /** never; hours: at once, but at most every notifyHours; daily. */
  notify: z.enum(ANSWER_NOTIFICATIONS, 'expected never, hours or daily'),
  notifyHours: z.number().int().min(1).max(24),
});
export type AnswerSettings = z.infer<typeof answerSettingsSchema>;
export const answerSettingsChangeSchema = z.strictObject(answerSettingsSchema.partial().shape);

/** How collecting stands at a connected account that has an API for answers. */
export const answerSourceSchema = z.object({
  account: answeredAccountSchema,
  platform: platformSchema,
  /** off: switched off; paid: off until it is switched on with its price; paused: all work is paused. */
  state: z.enum(['on', 'off', 'paid', 'paused', 'elsewhere', 'reconnect']),
  /** When answers were first read; null: not yet. */
  since: time.nullable(),
  nextAt: time.nullable(),
  /** Why they could not be read the latest time: a missing permission, for one. */
  problem: z.string().nullable(),
  /** What reading costs, as a sentence; null where it is free. */
  price: z.string().nullable(),
});
export type AnswerSource = z.infer<typeof answerSourceSchema>;
