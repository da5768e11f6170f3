import { z } from 'zod';
import { broughtBackSchema } from '../posts/brought-back.ts';
import { platformSchema } from '../posts/platforms.ts';
import { composedPostSchema } from '../posts/posts-api.ts';
import { figuresSchema } from '../publishing/figures.ts';

/** Posts that did well and have rested, to be brought back with new words. */

/** How much better than usual at its account a post did that is worth bringing back. */
export const EVERGREEN_SUCCESS = 1.5;
/** The bounds of app_settings.evergreen_rest_months. */
export const REST_MONTHS = { min: 1, max: 24 } as const;

export const evergreenPostSchema = z.object({
  /** The content's id. */
  id: z.uuid(),
  /** Of its entry in the timeline. */
  postId: z.uuid(),
  /** Up to 2,000 characters. */
  text: z.string(),
  /** Against what is usual at the account; 1 is usual. */
  success: z.number(),
  publishedAt: z.string(),
  /** Where it did best. */
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

/** `id` for the new draft: a repeated request with it makes one draft only. */
export const bringBackSchema = z.object({ id: z.uuid().optional() });

export const broughtBackPostSchema = composedPostSchema.extend({
  from: broughtBackSchema,
  /** What is to be done with its words, if anything. */
  note: z.string().nullable(),
});
export type BroughtBackPost = z.infer<typeof broughtBackPostSchema>;
