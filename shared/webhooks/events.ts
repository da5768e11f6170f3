import { z } from 'zod';
import { ANSWER_KINDS } from '../answers/answers.ts';
import { platformSchema } from '../posts/platforms.ts';

const time = z.iso.datetime({ offset: true });
const postId = z.uuid().describe('the post, as the agent API names it');

const ofPost = {
  postId,
  deliveryId: z.uuid().describe('the post at this account'),
  platform: platformSchema,
  account: z
    .object({ id: z.uuid(), label: z.string() })
    .nullable()
    .describe('null if the platform has no account here, or the account was removed'),
  caption: z.string().describe('at most 5,000 characters; platforms may have got their own versions'),
  hashtags: z.array(z.string()),
  scheduledFor: time,
};

const publishedSchema = z.object({
  ...ofPost,
  url: z.string().nullable().describe('its address; null if unknown'),
  publishedAt: time,
  byHand: z.boolean().describe('the user published it by hand, and marked it as published'),
});

const failedSchema = z.object({
  ...ofPost,
  reason: z.string().nullable().describe('auth, rate_limit, rejected, transient or unknown'),
  message: z.string().nullable().describe('what the platform or the agent said'),
});

const yourTurnSchema = z.object({
  ...ofPost,
  waitsFor: z
    .enum(['by_hand', 'late', 'reconnect', 'review'])
    .describe(
      'by_hand: post it; late: it missed its time, decide; reconnect: connect the account; review: check whether it was published',
    ),
  message: z.string().nullable().describe('what the platform or the agent said'),
});

const generationSchema = z.object({
  runId: z.uuid(),
  project: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  day: z.iso.date().describe('the day that the posts are for'),
  posts: z
    .array(
      z.object({
        postId,
        platforms: z.array(platformSchema),
        caption: z.string().describe('its beginning, at most 280 characters'),
        scheduledFor: time.nullable(),
      }),
    )
    .describe('at most 50'),
});

const commentSchema = z.object({
  answerId: z.uuid().describe('the answer, as the agent API names it'),
  kind: z
    .enum(ANSWER_KINDS)
    .describe('comment: answers a post; reply: answers another answer below one; mention: names the account'),
  platform: platformSchema,
  account: z.object({ id: z.uuid(), label: z.string() }),
  postId: postId
    .nullable()
    .describe('the post, as the agent API names it; null for a mention, and below a post from elsewhere'),
  deliveryId: z.uuid().nullable().describe('the post at this account'),
  author: z.object({ name: z.string(), handle: z.string() }),
  text: z.string().describe('at most 5,000 characters'),
  url: z.string().nullable(),
  writtenAt: time,
});

const testSchema = z.object({ message: z.string() });

const event = <T extends z.ZodType>(label: string, when: string, data: T) => ({ label, when, data });

/**
 * The events that webhooks can receive, in the order shown on screens. The database writes the data of each (migration
 * webhooks); a new event needs an entry here and a trigger there.
 */
export const EVENTS = {
  'post.published': event('Post published', 'a post is live at an account', publishedSchema),
  'post.failed': event('Post failed', 'a post could not be published at an account', failedSchema),
  'post.your_turn': event('Your turn', 'a post waits for the user', yourTurnSchema),
  'generation.done': event('Posts generated', 'new posts were written from the sources of a project', generationSchema),
  'comment.received': event(
    'Answer received',
    'someone has commented on a post, replied or mentioned an account',
    commentSchema,
  ),
} as const;
export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** The event of "Send a test event", sent on request to any webhook, whatever events it has chosen. */
export const TEST_EVENT = 'test';
export const TEST_DATA: z.infer<typeof testSchema> = { message: 'This is a test event from Local Agent.' };

/** The body of a request: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const eventBodySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('post.published'), timestamp: time, data: publishedSchema }),
  z.object({ type: z.literal('post.failed'), timestamp: time, data: failedSchema }),
  z.object({ type: z.literal('post.your_turn'), timestamp: time, data: yourTurnSchema }),
  z.object({ type: z.literal('generation.done'), timestamp: time, data: generationSchema }),
  z.object({ type: z.literal('comment.received'), timestamp: time, data: commentSchema }),
  z.object({ type: z.literal(TEST_EVENT), timestamp: time, data: testSchema }),
]);
