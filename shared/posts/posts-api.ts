import { z } from 'zod';
import { postStatusSchema } from '../agent/agent-api.ts';
import { linkCardSchema } from '../publishing/link-card.ts';
import { postProblemSchema } from '../publishing/preflight.ts';
import { postFieldsSchema } from './compose.ts';
import { plannedDestinationSchema } from './dry-run.ts';
import { platformSchema } from './platforms.ts';

/**
 * Posts that people write, for the terminal and other tools; the UI saves through Supabase itself. An id is that of the
 * post or of its place in the timeline, and may be cut short to as few as 4 characters.
 */

/** When a post is to go out: at once, at the next free slot, or at a time (ISO 8601). */
export const momentSchema = z.union([z.enum(['now', 'next']), z.iso.datetime({ offset: true })]);
export type Moment = z.infer<typeof momentSchema>;

/** POST makes a post; a draft where `at` is null. The same `id` twice makes one. Answers 201 with a `composedPostSchema`. */
export const POSTS_PATH = '/api/posts';
export const newPostSchema = z.object({
  id: z.uuid().optional(),
  fields: postFieldsSchema.partial(),
  at: momentSchema.nullable().default(null),
});
export type NewPost = z.input<typeof newPostSchema>;

const ofPost = (id: string, step = '') => `${POSTS_PATH}/${encodeURIComponent(id)}${step}`;

/**
 * PUT changes a post, unless it was changed after `ifUpdatedAt`; answers a `composedPostSchema`. DELETE deletes it (204), to
 * be restored for 24 hours.
 */
export const postPath = (id: string) => ofPost(id);
export const postChangeSchema = z.object({
  fields: postFieldsSchema.partial(),
  ifUpdatedAt: z.iso.datetime({ offset: true }).optional(),
});

/** POST copies a post to a draft; answers 201 with a `composedPostSchema`. */
export const postDuplicatePath = (id: string) => ofPost(id, '/duplicate');
/** POST `{ to }` moves a post, or schedules a draft; answers a `composedPostSchema`. */
export const postMovePath = (id: string) => ofPost(id, '/move');
export const moveSchema = z.object({ to: momentSchema });

/** GET the fields of a post, with its updated_at and its place in the timeline. */
export const postFieldsPath = (id: string) => ofPost(id, '/fields');
const placeSchema = z.object({ id: z.uuid(), status: postStatusSchema, scheduled_time: z.string() }).nullable();
export const storedFieldsSchema = postFieldsSchema.extend({
  // A program may have written an address straight to the table that is none: the page's own card goes out then.
  link_card: linkCardSchema.nullable().catch(null),
  id: z.uuid(),
  status: z.string(),
  updated_at: z.string(),
  post: placeSchema,
});

/** POST says where a post with these fields would go, and why it could not: nothing is written. */
export const POSTS_PREFLIGHT_PATH = `${POSTS_PATH}/preflight`;
export const preflightRequestSchema = z.object({
  fields: postFieldsSchema.partial(),
  /** When it is to go out. */
  at: z.iso.datetime({ offset: true }).optional(),
});
export const preflightSchema = z.object({
  destinations: z.array(plannedDestinationSchema),
  problems: z.array(postProblemSchema),
});
export type Preflight = z.infer<typeof preflightSchema>;

/** A post as it stands after a step. `post` is its place in the timeline; null for a draft. */
export const composedPostSchema = preflightSchema.extend({
  id: z.uuid(),
  status: z.string(),
  updated_at: z.string(),
  post: placeSchema,
});
export type ComposedPost = z.infer<typeof composedPostSchema>;

/** GET the drafts, the latest changed first. */
export const DRAFTS_PATH = '/api/drafts';
export const draftListSchema = z.array(
  z.object({
    id: z.uuid(),
    updated_at: z.string(),
    content_type: z.string(),
    platforms: z.array(platformSchema),
    caption: z.string(),
  }),
);
