import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { channelSchema } from './channel.ts';
import { channelEntrySchema, signInRequestSchema } from './channel-entries.ts';
import {
  deliveryAttemptSchema,
  deliveryStateSchema,
  errorClassSchema,
  postFiguresSchema,
  waitsForSchema,
} from './delivery.ts';
import type { Quota } from './quota.ts';

/** The routes of channels and deliveries. All ids are UUIDs; timestamps are ISO 8601. */

export const channelListSchema = z.array(channelSchema);

const ofAccount = (accountId: string, step = '') => `/api/accounts/${encodeURIComponent(accountId)}/channel${step}`;

/**
 * POST a `connectSchema` to connect (200 with a `connectedSchema`; 409 asks for `replace` where it is another account
 * of the platform than before), DELETE to disconnect (200 with a `disconnectedSchema`).
 */
export const channelPath = (accountId: string) => ofAccount(accountId);
/**
 * What remains at the platform after disconnecting: `text` says what to do, `url` is where. Null: the platform has
 * revoked the log-in, or keeps nothing.
 */
const leftOverSchema = z.object({ text: z.string(), url: z.string() });
export type LeftOver = z.infer<typeof leftOverSchema>;
export const disconnectedSchema = z.object({ left: leftOverSchema.nullable() });
export type Disconnected = z.infer<typeof disconnectedSchema>;
const replaceSchema = z.object({
  /** Switch to another account of the platform. */
  replace: z.boolean().optional(),
});
export const connectSchema = z.intersection(channelEntrySchema, replaceSchema);
export type ConnectRequest = z.infer<typeof connectSchema>;
/**
 * `choose`: the log-in covers several accounts of the platform, and nothing is connected yet: send the same entry again
 * with the value of one option as `field`.
 */
const choiceSchema = z.object({
  field: z.string(),
  question: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type Choice = z.infer<typeof choiceSchema>;
export const connectedSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('connected'), channel: channelSchema }),
  choiceSchema.extend({ state: z.literal('choose') }),
]);
export type ConnectAnswer = z.infer<typeof connectedSchema>;
/** POST checks the log-in with the platform; answers the channel. */
export const channelCheckPath = (accountId: string) => ofAccount(accountId, '/check');
/** GET the remaining quotas; empty if the platform does not report them. */
export const channelQuotaPath = (accountId: string) => ofAccount(accountId, '/quota');
export const quotaListSchema = z.array(
  z.object({
    of: z.enum(['posts', 'files', 'videos', 'videoBytes', 'mills']),
    left: z.number(),
    until: z.string().nullable(),
    words: z.string().nullable(),
  }),
) satisfies z.ZodType<Quota[]>;
/** POST sends a test post, deletes it if the platform can, and answers `testPostSchema`. */
export const channelTestPath = (accountId: string) => ofAccount(accountId, '/test');
export const testPostSchema = z.object({ url: z.string(), isDeleted: z.boolean() });
export type TestPost = z.infer<typeof testPostSchema>;
/** POST `{ paused }` holds this account's posts back; answers the channel. */
export const channelPausePath = (accountId: string) => ofAccount(accountId, '/pause');
export const pauseSchema = z.object({ paused: z.boolean() });
/**
 * POST a `signInEntrySchema` starts a sign-in on the platform's page, replacing one in progress; GET reads the latest
 * one's state. Both answer `signInSchema`.
 */
export const channelSignInPath = (accountId: string) => ofAccount(accountId, '/sign-in');
export const signInEntrySchema = z.intersection(
  signInRequestSchema,
  replaceSchema.extend({
    /** The port of 127.0.0.1 that the browser returns to, if not the agent's. */
    returnPort: z.number().int().min(1).max(65_535).optional(),
  }),
);
export type SignInEntry = z.infer<typeof signInEntrySchema>;
/**
 * `open`: the person should open `url`. `other_account`: they signed in with another account of the platform, which
 * needs `replace`; `question` asks for it.
 */
export const signInSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('open'), url: z.string() }),
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('other_account'), question: z.string() }),
  z.object({ state: z.literal('failed'), error: z.string() }),
]);
export type SignInState = z.infer<typeof signInSchema>;
/**
 * POST `{ address }`: the address that the browser ended on, or the code that the platform showed, when the browser
 * could not reach the agent. Answers the channel.
 */
export const channelSignInEndPath = (accountId: string) => ofAccount(accountId, '/sign-in/end');
export const signInEndSchema = z.object({ address: z.string().trim().min(1).max(4096) });
/** The redirect address of sign-ins; open, identified by its `state`. */
export const SIGN_IN_RETURN_PATH = '/api/channels/return';

/** A delivery for the terminal and other tools. */
export const deliverySchema = z.object({
  id: z.uuid(),
  postId: z.uuid(),
  platform: platformSchema,
  accountId: z.uuid().nullable(),
  /** Null if the workspace has no account on the platform. */
  account: z.string().nullable(),
  state: deliveryStateSchema,
  waitsFor: waitsForSchema.nullable(),
  dueAt: z.string(),
  publishedAt: z.string().nullable(),
  url: z.string().nullable(),
  byHand: z.boolean(),
  errorClass: errorClassSchema.nullable(),
  error: z.string().nullable(),
  retryAt: z.string().nullable(),
  attempts: z.array(deliveryAttemptSchema),
  /** The times that a person said that it is published, and when that was taken back. */
  marks: z.array(z.object({ at: z.string(), undoneAt: z.string().nullable() })),
  figures: postFiguresSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryListSchema = z.array(deliverySchema);

/** POST publishes a scheduled post now, or cancels its unsent deliveries; both answer the post's deliveries. */
export const postPublishPath = (postId: string) => `/api/posts/${encodeURIComponent(postId)}/publish`;
export const postCancelPath = (postId: string) => `/api/posts/${encodeURIComponent(postId)}/cancel`;

const ofDelivery = (id: string, step: string) => `/api/deliveries/${encodeURIComponent(id)}/${step}`;
/** POST; each answers the delivery. 409 if its state does not allow it. */
export const deliveryRetryPath = (id: string) => ofDelivery(id, 'retry');
export const deliveryCancelPath = (id: string) => ofDelivery(id, 'cancel');
/** POST `{ url? }`: the person has published it. */
export const deliveryMarkPath = (id: string) => ofDelivery(id, 'mark');
/** POST: they have not. 409 an hour later, and for what no person marked. */
export const deliveryUnmarkPath = (id: string) => ofDelivery(id, 'unmark');
export const markSchema = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullish(),
});

/**
 * POST opens the platform's composer for a delivery by hand (202), GET reads its state, POST …/cancel closes it. All
 * answer `composerSchema`.
 */
export const deliveryComposerPath = (id: string) => ofDelivery(id, 'composer');
/**
 * `window`: open in the account's window. `address`: to be opened in the person's browser. `files` are the post's
 * pictures and videos on this machine, for the person to upload.
 */
export const composerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('window'), files: z.array(z.string()) }),
  z.object({ state: z.literal('address'), address: z.string(), files: z.array(z.string()) }),
  z.object({ state: z.literal('failed'), error: z.string() }),
]);
export type ComposerState = z.infer<typeof composerSchema>;

export const lookSchema = z.object({ wait: z.boolean().default(false) });

/** POST `mendSchema` fixes a problem found before a post is due; answers the remaining problems. */
export const postMendPath = (postId: string) => `/api/posts/${encodeURIComponent(postId)}/mend`;
export const mendRequestSchema = z.object({
  platform: platformSchema,
  /** The account whose version of the text to fix, if it has one. */
  account: z.uuid().nullable().default(null),
  mend: z.enum(['shorten', 'crop', 'pad']),
  /** The picture's position, from 0. */
  media: z.number().int().min(0).max(50).nullable(),
});
export type MendRequest = z.infer<typeof mendRequestSchema>;
