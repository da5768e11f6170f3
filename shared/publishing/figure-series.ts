import { z } from 'zod';
import { platformSchema } from '../posts/platforms.ts';
import { figuresSchema } from './figures.ts';

/** Times are ISO 8601. */
const pointSchema = z.object({ at: z.string(), figures: figuresSchema });

/** How the figures of one post grew at one account, the earliest first. Of long ago there is a point a week or a month. */
export const postSeriesSchema = z.object({
  deliveryId: z.uuid(),
  platform: platformSchema,
  /** Null if the workspace has no account on the platform. */
  account: z.string().nullable(),
  points: z.array(pointSchema),
});
export type PostSeries = z.infer<typeof postSeriesSchema>;
export const postSeriesListSchema = z.array(postSeriesSchema);

/** How many followed an account, the earliest first. */
export const followersSchema = z.array(z.object({ at: z.string(), followers: z.number().int().nonnegative() }));
