import { z } from 'zod';
import { readSchema } from '../platforms/reads.ts';
import { platformSchema } from '../posts/platforms.ts';
import { channelSchema } from './channel.ts';
import { channelEntrySchema, signInRequestSchema } from './channel-entries.ts';
import { deliveryAttemptSchema, deliveryStateSchema, errorClassSchema, waitsForSchema } from './delivery.ts';
import { figuresSchema } from './figures.ts';
import type { Quota } from './quota.ts';

/** The routes of channels and deliveries. All ids are UUIDs; timestamps are ISO 8601. */

export const channelListSchema = z.array(channelSchema);

/**
 * What remains at the platform after disconnecting: `text` says what to do, `url` is where. Null: the platform has
 * revoked the login, or keeps nothing.
 */
const leftOverSchema = z.object({ text: z.string(), url: z.string() });
export type LeftOver = z.infer<typeof leftOverSchema>;
/**
 * Posts that a platform held: those that were withdrawn, and those that could not be and are published when they are
 * due.
 */
export const heldPostsSchema = z.object({ takenBack: z.int().min(0), left: z.int().min(0) });
export type HeldPosts = z.infer<typeof heldPostsSchema>;
export const disconnectedSchema = z.object({ left: leftOverSchema.nullable(), held: heldPostsSchema });
export type Disconnected = z.infer<typeof disconnectedSchema>;
const replaceSchema = z.object({
  /** Switch to another account of the platform. */
  replace: z.boolean().optional(),
});
export const connectSchema = z.intersection(channelEntrySchema, replaceSchema);
export type ConnectRequest = z.infer<typeof connectSchema>;
/**
 * `choose`: the login covers several accounts of the platform, and nothing is connected yet. Send the same entry again,
 * with the value of one option under the key that `field` names.
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
export const quotaListSchema = z.array(
  z.object({
    of: z.enum(['posts', 'files', 'videos', 'videoBytes', 'mills']),
    left: z.number(),
    until: z.string().nullable(),
    words: z.string().nullable(),
  }),
) satisfies z.ZodType<Quota[]>;
export const testPostSchema = z.object({ url: z.string(), isDeleted: z.boolean() });
export type TestPost = z.infer<typeof testPostSchema>;
export const pauseSchema = z.object({ paused: z.boolean() });
const signInStartSchema = replaceSchema.extend({
  /** The port of 127.0.0.1 that the browser returns to, if not the agent's. */
  returnPort: z.number().int().min(1).max(65_535).optional(),
});
export const renewSchema = signInStartSchema.extend({
  /** Optional reads to add to the login's previous ones; the user's app must have the permission. */
  reads: z.array(readSchema).max(2).optional(),
});
export const renewalSchema = z.object({ isPossible: z.boolean() });
export const signInEntrySchema = z.intersection(signInRequestSchema, signInStartSchema);
export type SignInEntry = z.infer<typeof signInEntrySchema>;
/**
 * `open`: the user should open `url`. `choose`: the login covers several accounts of the platform, and one must be
 * chosen. `other_account`: the user signed in with another account of the platform, which needs `replace`; `question`
 * asks for it.
 */
export const signInSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('open'), url: z.string() }),
  choiceSchema.extend({ state: z.literal('choose') }),
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('other_account'), question: z.string() }),
  z.object({ state: z.literal('failed'), error: z.string() }),
]);
export type SignInState = z.infer<typeof signInSchema>;
export const signInEndSchema = z.object({ address: z.string().trim().min(1).max(4096) });
export const signInChoiceSchema = z.object({ value: z.string().trim().min(1).max(300) });
/** The redirect path of sign-ins. It needs no login: a request is identified by its `state`. */
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
  /** When the platform that holds it publishes it; null if none holds it. */
  heldUntil: z.string().nullable(),
  attempts: z.array(deliveryAttemptSchema),
  /** When a user marked it as published, and when they undid it. */
  marks: z.array(z.object({ at: z.string(), undoneAt: z.string().nullable() })),
  figures: figuresSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryListSchema = z.array(deliverySchema);

export const markSchema = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullish(),
});

/** What the agent is doing in a composer, or where it stopped. */
export const preparingStepSchema = z.enum(['open', 'composer', 'media', 'text', 'options', 'upload']);
export type PreparingStep = z.infer<typeof preparingStepSchema>;
/**
 * How far a composer is filled in; `percent` of the files has been uploaded, if the page shows it. `waiting`: the user
 * has to do something on the page; the preparation continues automatically after that. `ready`: the user presses
 * `press`, the name of the control on the page (null if it is not shown yet), once it is no longer `isGrey`. `stopped`:
 * the rest is left to the user. `gone`: the composer was closed or sent, and no address was seen. `posted`: the page
 * showed the address of the live post.
 */
export const preparationSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('working'), step: preparingStepSchema, percent: z.number().optional() }),
  z.object({ is: z.literal('waiting'), for: z.enum(['log_in', 'cookies']) }),
  z.object({
    is: z.literal('ready'),
    press: z.string().nullable(),
    isGrey: z.boolean(),
    percent: z.number().optional(),
  }),
  z.object({
    is: z.literal('stopped'),
    at: preparingStepSchema,
    /**
     * `unknown`: the page differs from what the agent knows. `other_text`: a field already contains something else.
     * `text_differs`: the page changed the text. `files`: the page does not accept these files. `not_shown`: the page
     * did not show them in time. `person`: the user did not do in time what it waited for.
     */
    why: z.enum(['unknown', 'other_text', 'text_differs', 'files', 'not_shown', 'person']),
    hasText: z.boolean(),
  }),
  z.object({ is: z.literal('gone') }),
  z.object({ is: z.literal('posted'), url: z.string(), isMarked: z.boolean() }),
]);
export type Preparation = z.infer<typeof preparationSchema>;

/** A step on the way to a filled-in composer, in words. The last one, `publish`, is left to the user. */
export const preparationStepSchema = z.object({
  step: z.enum(['open', 'media', 'text', 'options', 'upload', 'publish']),
  state: z.enum(['to_do', 'now', 'done', 'failed']),
  words: z.string(),
});
export type PreparationStep = z.infer<typeof preparationStepSchema>;

/**
 * `none`: not open. `canPrepare` if the agent can fill it in, in the account's own window on its machine; otherwise
 * `needsLogIn` if the account is not logged in there, and `noScreen` if that machine cannot show windows. `window`:
 * open in that window. `address`: to be opened in the user's browser. `files` are the post's pictures and videos on
 * this machine that the user still has to choose. `words` describes the progress in sentences, `steps` lists what has
 * been done, and `optionsSet` names the post's options that are set in it.
 */
export const composerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none'), canPrepare: z.boolean(), needsLogIn: z.boolean(), noScreen: z.boolean() }),
  z.object({
    state: z.literal('window'),
    files: z.array(z.string()),
    preparation: preparationSchema,
    words: z.string(),
    steps: z.array(preparationStepSchema),
    optionsSet: z.array(z.string()),
  }),
  z.object({ state: z.literal('address'), address: z.string(), files: z.array(z.string()) }),
  z.object({ state: z.literal('failed'), error: z.string() }),
]);
export type ComposerState = z.infer<typeof composerSchema>;

export const lookSchema = z.object({ wait: z.boolean().default(false) });

export const mendRequestSchema = z.object({
  platform: platformSchema,
  /** The account whose version of the text to fix, if it has one. */
  account: z.uuid().nullable().default(null),
  mend: z.enum(['shorten', 'crop', 'pad']),
  /** The picture's position, from 0. */
  media: z.number().int().min(0).max(50).nullable(),
});
export type MendRequest = z.infer<typeof mendRequestSchema>;

/** `to`: the post's new time, ISO 8601. */
export const takeBackSchema = z.object({ to: z.iso.datetime({ offset: true }).optional() });
