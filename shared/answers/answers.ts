import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { storableText } from '../posts/storable-text.ts';
import { errorClassSchema } from '../publishing/delivery.ts';

/** Maximum number of answers per page. */
export const ANSWERS_PAGE = 50;
/** Maximum number of answers and replies shown of a thread: the newest. */
export const THREAD_MAX = 300;
/** Maximum length of a reply in characters; platforms allow fewer. */
export const REPLY_MAX_LENGTH = 10_000;
/** Maximum number of answers marked at once. */
export const MARKED_AT_ONCE = 200;

/** comment: to one of our posts; reply: to another answer below such a post; mention: of the account elsewhere. */
export const ANSWER_KINDS = ['comment', 'reply', 'mention'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

export const ANSWER_STATES = ['unread', 'read', 'done'] as const;
export const answerStateSchema = z.enum(ANSWER_STATES, 'expected unread, read or done');
export type AnswerState = z.infer<typeof answerStateSchema>;

/** What a platform's API can do with an answer. */
export const ANSWER_ACTIONS = ['reply', 'like', 'hide'] as const;
export type AnswerAction = (typeof ANSWER_ACTIONS)[number];

/**
 * draft: not to be sent yet; sending: an attempt is pending or under way; unsure: it may have been published, but the
 * platform cannot tell; removed: deleted again.
 */
export const REPLY_STATES = ['draft', 'sending', 'sent', 'failed', 'unsure', 'removed'] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

const time = z.string();

/** The account that received the answer. */
const answeredAccountSchema = z.object({ id: z.uuid(), label: z.string() });

/** The post that was answered, as published at this account. */
const answeredPostSchema = z.object({
  id: z.uuid().describe('the post, as the agent API names it'),
  deliveryId: z.uuid().describe('the post at this account'),
  title: z.string().describe('the beginning of its text, at most 140 characters'),
  url: z.string().nullable(),
  publishedAt: time.nullable(),
});

const authorSchema = z.object({
  name: z.string(),
  /** Without @; empty if the platform reports none. */
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
  /** Null for a mention, and for a post that was not sent from here or was deleted here. */
  post: answeredPostSchema.nullable(),
  kind: z.enum(ANSWER_KINDS),
  /** The answer that it replies to; null if it replies to the post itself, or to an answer unknown here. */
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
  /** When it was found deleted; its last known text is kept. */
  deletedAt: time.nullable(),
  state: answerStateSchema,
  liked: z.boolean(),
  hidden: z.boolean(),
  can: z.array(z.enum(ANSWER_ACTIONS)).describe('what the platform allows'),
  /** The state of our latest reply to it; null if there is none. */
  reply: z.enum(REPLY_STATES).nullable(),
});
export type Answer = z.infer<typeof answerSchema>;

/** Our reply to an answer. */
export const replySchema = z.object({
  id: z.uuid(),
  answerId: z.uuid(),
  text: z.string(),
  state: z.enum(REPLY_STATES),
  createdAt: time,
  sentAt: time.nullable(),
  url: z.string().nullable(),
  /** Whether it can be removed; once it is published, that deletes it on the platform. */
  canRemove: z.boolean(),
  errorClass: errorClassSchema.nullable(),
  /** The message of the platform or the agent. */
  error: z.string().nullable(),
  /** The time of the next attempt; null if there is none. */
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
  /** `next` of the previous page. */
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(ANSWERS_PAGE).default(ANSWERS_PAGE),
});
export type AnswersQuery = z.input<typeof answersQuerySchema>;

/** `unread` counts all unread answers, whatever the query; at most 1000. `next` is null on the last page. */
export const answersPageSchema = z.object({
  answers: z.array(answerSchema),
  next: z.string().nullable(),
  unread: z.number().int(),
});
export type AnswersPage = z.infer<typeof answersPageSchema>;

export const unreadAnswersSchema = z.object({ unread: z.number().int() });

/**
 * The answers below a post, or around a mention: oldest first, including deleted, hidden and our own ones. `postText`
 * is the text published at this account.
 */
export const answerThreadSchema = z.object({
  answer: answerSchema,
  postText: z.string().nullable(),
  answers: z.array(answerSchema),
  replies: z.array(replySchema),
  /** The maximum length of a reply on this platform, as the platform counts; null if unknown. */
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

/** `id` is chosen by the caller: a repeated request with the same one sends nothing twice. */
export const newReplySchema = z.strictObject({
  id: z.uuid('expected a new UUID').optional(),
  text: replyText.refine((text) => text !== '', 'A reply needs words.'),
});
/** '' removes the draft. */
export const replyDraftSchema = z.strictObject({ text: replyText });
/** `wish` is an instruction for the writer: "thank her, and say that the course begins on Monday". */
export const writeReplySchema = z.strictObject({ wish: storableText(1000).optional() });
export const writtenReplySchema = z.object({ text: z.string(), by: z.string().describe('the model that wrote it') });

export const answerPictureSchema = z.object({ picture: z.string().nullable().describe('a small data: URL') });

export const ANSWER_NOTIFICATIONS = ['never', 'hours', 'daily'] as const;
export type AnswerNotification = (typeof ANSWER_NOTIFICATIONS)[number];
export const answerSettingsSchema = z.object({
  /** Whether answers are collected. */
  collect: z.boolean(),
  /** Whether they are also collected on platforms that charge for it. */
  collectPaid: z.boolean(),
  /** never; hours: at once, but at most once every notifyHours; daily. */
  notify: z.enum(ANSWER_NOTIFICATIONS, 'expected never, hours or daily'),
  notifyHours: z.number().int().min(1).max(24),
});
export type AnswerSettings = z.infer<typeof answerSettingsSchema>;
export const answerSettingsChangeSchema = z.strictObject(answerSettingsSchema.partial().shape);

/** Whether answers are collected at a connected account whose platform has an API for them, and what prevents it. */
export const answerSourceSchema = z.object({
  account: answeredAccountSchema,
  platform: platformSchema,
  /**
   * off: switched off; paid: off until the user accepts its price; paused: all automation is paused; elsewhere: another
   * agent collects them; reconnect: the account must be connected again.
   */
  state: z.enum(['on', 'off', 'paid', 'paused', 'elsewhere', 'reconnect']),
  /** When answers were first read; null if not yet. */
  since: time.nullable(),
  nextAt: time.nullable(),
  /** Why the latest attempt to read them failed, for example because of a missing permission. */
  problem: z.string().nullable(),
  /** The cost of reading, as a sentence; null if it is free. */
  price: z.string().nullable(),
});
export type AnswerSource = z.infer<typeof answerSourceSchema>;
