import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { figuresSchema } from './figures.ts';

/** Times are ISO 8601. */
const pointSchema = z.object({ at: z.string(), figures: figuresSchema });

/**
 * The metrics of one post at one account over time, oldest first. For the distant past there is one point a week or
 * month.
 */
export const postSeriesSchema = z.object({
  deliveryId: z.uuid(),
  platform: platformSchema,
  /** Null if the workspace has no account on the platform. */
  account: z.string().nullable(),
  points: z.array(pointSchema),
});
export type PostSeries = z.infer<typeof postSeriesSchema>;
export const postSeriesListSchema = z.array(postSeriesSchema);

/** An account's followers over time, oldest first. */
export const followersSchema = z.array(z.object({ at: z.string(), followers: z.number().int().nonnegative() }));
