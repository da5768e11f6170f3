import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { postReasonsSchema } from '../posts/post-reasons.ts';
import type { ContentType, PostStatus } from '../workspace/database.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './password.ts';

/** The port that the UI's hints name and that `start` takes without --port (§9). */
export const DEFAULT_PORT = 3001;

export const modeSchema = z.enum(['embedded', 'hosted']);
export type Mode = z.infer<typeof modeSchema>;

/** GET /api/health: open to anybody on this machine, and says nothing more. */
export const healthSchema = z.object({ name: z.literal('local-agent'), version: z.string(), mode: modeSchema });

/** GET /config.json: where the UI finds Supabase. `supabaseKey` is the public key. */
export const uiConfigSchema = z.object({
  supabaseUrl: z.url(),
  supabaseKey: z.string(),
  mode: modeSchema,
  version: z.string(),
});
export type UiConfig = z.infer<typeof uiConfigSchema>;

/** The owner of a workspace, or one of its other members. */
export const memberRoleSchema = z.enum(['owner', 'member']);
export type MemberRole = z.infer<typeof memberRoleSchema>;

/** Every error of the agent API: what went wrong with its remedy, and a stable code (those of AppError). */
export const agentErrorSchema = z.object({ error: z.string(), code: z.string() });
export type AgentError = z.infer<typeof agentErrorSchema>;

export const credentialsSchema = z.object({
  email: z.email(),
  password: z
    .string()
    .min(PASSWORD_MIN_LENGTH, `The password needs at least ${PASSWORD_MIN_LENGTH} characters.`)
    .max(PASSWORD_MAX_LENGTH, `The password may have at most ${PASSWORD_MAX_LENGTH} characters.`),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** GET /api/setup: is this workspace still without an account? Open, so that /auth can show "Create your account". */
export const setupStateSchema = z.object({ needed: z.boolean() });
export type SetupState = z.infer<typeof setupStateSchema>;

/**
 * POST /api/setup: the first account, with the one-time token from the set-up link's fragment (/auth#setup=<token>).
 */
export const setupRequestSchema = credentialsSchema.extend({ token: z.string().min(1) });
export type SetupRequest = z.infer<typeof setupRequestSchema>;

/** POST /api/setup/link (agent token only): a fresh one-time link; earlier links stop working. */
export const setupLinkSchema = z.object({ link: z.url() });

/**
 * POST /api/setup/page (agent token only): the file: address of a page that leads to the newest link; null when it
 * could not be written.
 */
export const setupPageSchema = z.object({ page: z.url().nullable() });

/** An account of the workspace. Times are ISO 8601. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
  /** Null for an account that is no member. */
  role: memberRoleSchema.nullable(),
  /** May they run scripts on the agent's machine? Owners may. */
  mayRunCode: z.boolean(),
});

/** GET /api/users (the owner and the agent token). POST takes `credentialsSchema` and answers 201 with the user. */
export const userListSchema = z.array(userSchema);

/** PUT /api/users/:email: what is named changes. */
export const userRightsSchema = z.object({ role: memberRoleSchema.optional(), mayRunCode: z.boolean().optional() });
export type UserRights = z.infer<typeof userRightsSchema>;

/** PUT /api/users/:email/password and DELETE /api/users/:email (the owner and the agent token); both answer 204. */
export const userParamsSchema = credentialsSchema.pick({ email: true });
export const newPasswordSchema = credentialsSchema.pick({ password: true });
export type NewPassword = z.infer<typeof newPasswordSchema>;

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
