import { z } from 'zod';
import type { ContentType, PostStatus } from '../workspace/database.ts';
import { postFieldsSchema } from './compose.ts';
import { plannedDestinationSchema } from './dry-run.ts';
import { linkCardSchema } from './link-card.ts';
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

/** GET /api/posts?status=&order=&limit=: by their times; without a status all of them. */
export const postsQuerySchema = z.object({
  status: postStatusSchema.optional(),
  order: z.enum(['earliest', 'latest']).default('earliest'),
  limit: z.coerce.number().int().min(1).max(POSTS_LIMIT_MAX).default(POSTS_LIMIT_DEFAULT),
});
export type PostsQuery = z.infer<typeof postsQuerySchema>;

/** A scheduled post with its content, under the database's names (§3). Times are ISO 8601. */
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

/**
 * GET /api/posts/:id: the post of an id, which may be cut short to as few as 4 characters where no other begins like
 * it.
 */
export const postParamsSchema = z.object({
  id: z
    .string()
    .toLowerCase()
    .regex(/^[0-9a-f]{4}[0-9a-f-]{0,32}$/, 'A post is named by its id, or by at least 4 characters of its beginning.'),
});

/**
 * A post with all there is to know of its content. Tokens and cost (US dollars) are null where no model wrote it, or
 * they are not known.
 */
export const postDetailSchema = postSchema.extend({
  generated_content: postSchema.shape.generated_content.extend({
    created_at: z.string(),
    status: z.string(),
    sources: z.array(z.object({ url: z.string(), title: z.string(), passage: z.string() })),
    writer: z.string(),
    input_tokens: z.number().nullable(),
    output_tokens: z.number().nullable(),
    cost_usd: z.number().nullable(),
  }),
});
export type PostDetail = z.infer<typeof postDetailSchema>;

/**
 * Posts that people write, for the terminal and other tools; the UI saves through Supabase itself. An id is that of the
 * post or of its place in the timeline, and may be cut short to as few as 4 characters.
 */

/** When a post is to go out: at once, at the next free slot, or at a time (ISO 8601). */
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
  // A program may have written an address straight to the table that is none: the page's own card goes out then.
  link_card: linkCardSchema.nullable().catch(null),
  id: z.uuid(),
  status: z.string(),
  updated_at: z.string(),
  post: placeSchema,
});

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

export const draftListSchema = z.array(
  z.object({
    id: z.uuid(),
    updated_at: z.string(),
    content_type: z.string(),
    platforms: z.array(platformSchema),
    caption: z.string(),
  }),
);
