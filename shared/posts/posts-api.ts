import { z } from 'zod';
import { timeChoiceSchema } from '../learning/choice.ts';
import type { ContentType, PostStatus } from '../workspace/database.ts';
import { broughtBackSchema } from './brought-back.ts';
import { postFieldsSchema } from './compose.ts';
import { plannedDestinationSchema } from './dry-run.ts';
import { linkCardSchema } from './link-card.ts';
import { storedOptionsSchema } from './options-schema.ts';
import { platformSchema } from './platforms.ts';
import { postProblemSchema } from './post-problem.ts';
import { postReasonsSchema } from './post-reasons.ts';

export const postStatusSchema = z.enum([
  'scheduled',
  'publishing',
  'published',
  'failed',
  'needs_review',
  'cancelled',
]) satisfies z.ZodType<PostStatus>;

const contentTypeSchema = z.enum(['text', 'image', 'carousel', 'video']) satisfies z.ZodType<ContentType>;

export const POSTS_LIMIT_DEFAULT = 100;
export const POSTS_LIMIT_MAX = 1000;

/** GET /api/posts?status=&order=&limit=: by time; all statuses by default. */
export const postsQuerySchema = z.object({
  status: postStatusSchema.optional(),
  order: z.enum(['earliest', 'latest']).default('earliest'),
  limit: z.coerce.number().int().min(1).max(POSTS_LIMIT_MAX).default(POSTS_LIMIT_DEFAULT),
});
export type PostsQuery = z.infer<typeof postsQuerySchema>;

/** A scheduled post with its content, with the database's names (§3). Times are ISO 8601. */
export const postSchema = z.object({
  id: z.string(),
  status: postStatusSchema,
  scheduled_time: z.string(),
  generated_content: z.object({
    id: z.string(),
    content_type: contentTypeSchema,
    platforms: z.array(platformSchema),
    caption: z.string(),
    hashtags: z.array(z.string()),
    media_url: z.string().nullable(),
    template_name: z.string().nullable(),
    reasons: postReasonsSchema.nullable(),
  }),
});
export type Post = z.infer<typeof postSchema>;
export const postListSchema = z.array(postSchema);

/** GET /api/posts/:id: a post by its id, which may be abbreviated to at least 4 characters if unique. */
export const postParamsSchema = z.object({
  id: z
    .string()
    .toLowerCase()
    .regex(/^[0-9a-f]{4}[0-9a-f-]{0,32}$/, 'A post is named by its id, or by at least 4 characters of its beginning.'),
});

/** A post with all details. Tokens and cost (US dollars) are null without a model, or when unknown. */
export const postDetailSchema = postSchema.extend({
  /** Why learning chose its time; null if it did not. */
  time_choice: timeChoiceSchema.nullable(),
  generated_content: postSchema.shape.generated_content.extend({
    created_at: z.string(),
    status: z.string(),
    sources: z.array(z.object({ url: z.string(), title: z.string(), passage: z.string() })),
    writer: z.string(),
    input_tokens: z.number().nullable(),
    output_tokens: z.number().nullable(),
    cost_usd: z.number().nullable(),
    /** The post that it was brought back from; null if it was not. */
    brought_back: broughtBackSchema.nullable(),
  }),
});
export type PostDetail = z.infer<typeof postDetailSchema>;

/**
 * Posts written by users, for the terminal and other tools; the UI saves through Supabase. An id is the post's or its
 * timeline entry's, and may be abbreviated to at least 4 characters.
 */

/** When to publish a post: at once, at the next free slot, or at a time (ISO 8601). */
export const momentSchema = z.union([z.enum(['now', 'next']), z.iso.datetime({ offset: true })]);
export type Moment = z.infer<typeof momentSchema>;

export const newPostSchema = z.object({
  id: z.uuid().optional(),
  fields: postFieldsSchema.partial(),
  at: momentSchema.nullable().default(null),
});
export type NewPost = z.input<typeof newPostSchema>;

export const postChangeSchema = z.object({
  fields: postFieldsSchema.partial(),
  ifUpdatedAt: z.iso.datetime({ offset: true }).optional(),
});

export const moveSchema = z.object({ to: momentSchema });

const placeSchema = z.object({ id: z.uuid(), status: postStatusSchema, scheduled_time: z.string() }).nullable();
export const storedFieldsSchema = postFieldsSchema.extend({
  // A program may have written an invalid value directly to the table: the page's card is used then.
  link_card: linkCardSchema.nullable().catch(null),
  // Possibly of another version, or still too long.
  options: storedOptionsSchema,
  id: z.uuid(),
  status: z.string(),
  updated_at: z.string(),
  /** The post that it was brought back from; null if it was not. */
  brought_back: broughtBackSchema.nullable(),
  post: placeSchema,
});

export const preflightRequestSchema = z.object({
  fields: postFieldsSchema.partial(),
  /** The planned time. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** The post that these fields belong to (generated_content.id), so that it is not taken for a duplicate of itself. */
  id: z.uuid().optional(),
});
export type PreflightRequest = z.infer<typeof preflightRequestSchema>;
export const preflightSchema = z.object({
  destinations: z.array(plannedDestinationSchema),
  problems: z.array(postProblemSchema),
});
export type Preflight = z.infer<typeof preflightSchema>;

/** A post after a change. `post` is its timeline entry; null for a draft. */
export const composedPostSchema = preflightSchema.extend({
  id: z.uuid(),
  status: z.string(),
  updated_at: z.string(),
  post: placeSchema,
});
export type ComposedPost = z.infer<typeof composedPostSchema>;

export const draftListSchema = z.array(
  z.object({
    id: z.uuid(),
    updated_at: z.string(),
    content_type: z.string(),
    platforms: z.array(platformSchema),
    caption: z.string(),
  }),
);
