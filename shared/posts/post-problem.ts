import { z } from 'zod';
import { platformSchema } from './platforms.ts';

/** What a click can do about a problem; `fit` is the choice between `crop` and `pad` (shared/publishing/picture-fit.ts). */
const mendSchema = z.enum(['shorten', 'split', 'fit', 'reconnect']);

/**
 * Why a platform would not take a scheduled post, or an account would not get it. `accountId` where it concerns one
 * account. `isWarning`: it will go out all the same.
 */
export const postProblemSchema = z.object({
  platform: platformSchema,
  accountId: z.uuid().nullable(),
  /** A whole sentence. */
  text: z.string(),
  isWarning: z.boolean(),
  mend: mendSchema.nullable(),
  /** The place of the picture or video that it is about, from 0. */
  media: z.number().int().min(0).nullable(),
});
export type PostProblem = z.infer<typeof postProblemSchema>;
