import { z } from 'zod';
import { platformSchema } from './platforms.ts';

/** One-click fixes; `fit` is the choice between `crop` and `pad` (shared/publishing/picture-fit.ts). */
const mendSchema = z.enum(['shorten', 'split', 'fit', 'reconnect']);

/**
 * Why a platform would reject a scheduled post, or an account would not get it. `accountId` is set if it concerns a
 * single account. `isWarning`: the post is published anyway.
 */
export const postProblemSchema = z.object({
  platform: platformSchema,
  accountId: z.uuid().nullable(),
  /** A whole sentence. */
  text: z.string(),
  isWarning: z.boolean(),
  mend: mendSchema.nullable(),
  /** The 0-based index of the picture or video concerned. */
  media: z.number().int().min(0).nullable(),
  /** The earlier post that it nearly duplicates: its content's id, if it was made here, and its URL. */
  earlier: z.object({ postId: z.uuid().nullable(), url: z.string().nullable() }).optional(),
});
export type PostProblem = z.infer<typeof postProblemSchema>;
