import { z } from 'zod';
import { broughtBackSchema } from '../posts/brought-back.ts';
import { platformSchema } from '../posts/platforms.ts';
import { composedPostSchema } from '../posts/posts-api.ts';
import { figuresSchema } from '../publishing/figures.ts';

/** Posts that did well a while ago, to be published again with new words. */

/** Minimum success of a post to be worth publishing again, relative to what is usual for its account. */
export const EVERGREEN_SUCCESS = 1.5;
/** The bounds of app_settings.evergreen_rest_months. */
export const REST_MONTHS = { min: 1, max: 24 } as const;

export const evergreenPostSchema = z.object({
  /** The content's id. */
  id: z.uuid(),
  /** The id of its entry in the timeline. */
  postId: z.uuid(),
  /** Up to 2,000 characters. */
  text: z.string(),
  /** Relative to what is usual for the account; 1 is usual. */
  success: z.number(),
  publishedAt: z.string(),
  /** The platform on which it did best. */
  platform: platformSchema,
  accountId: z.uuid().nullable(),
  account: z.string().nullable(),
  url: z.string().nullable(),
  figures: figuresSchema.nullable(),
});
export type EvergreenPost = z.infer<typeof evergreenPostSchema>;

export const evergreenQuerySchema = z.object({
  account: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type EvergreenQuery = z.output<typeof evergreenQuerySchema>;

/** `id` is that of the new draft; a repeated request with it creates only one draft. */
export const bringBackSchema = z.object({ id: z.uuid().optional() });

export const broughtBackPostSchema = composedPostSchema.extend({
  from: broughtBackSchema,
  /** A hint on what to do with its words, if any. */
  note: z.string().nullable(),
});
export type BroughtBackPost = z.infer<typeof broughtBackPostSchema>;
