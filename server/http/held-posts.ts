import { z } from 'zod';
import type { HeldPosts } from '../../shared/publishing/publishing-api.ts';
import { AppError } from '../errors.ts';

/** Takes a post back from platforms that hold it or, given a time, moves it there; see PublishingEngine.takeBack. */
export type TakeBack = (post: string, to: string | null) => Promise<void>;

/** Takes back all posts that an account's platform holds; see PublishingEngine.takeBackAll. */
export type TakeBackAll = (account: string) => Promise<HeldPosts>;

/** Maximum number of held posts that one change may affect. */
const POSTS_MAX = 100;

/** The database's error for changing a post that a platform holds (private.refuse_while_held). */
const refusalSchema = z.object({
  hint: z.literal('handed_over'),
  details: z
    .string()
    .transform((text) => JSON.parse(text))
    .pipe(z.object({ post: z.uuid(), time: z.iso.datetime({ offset: true }).nullable() })),
});

/**
 * Runs `work`, which changes posts. If a platform holds one of them, the post is first taken back or rescheduled there,
 * and `work` is repeated. AppError conflict when the platform does not release the post.
 */
export async function settlingHeld<T>(takeBack: TakeBack, work: () => T | Promise<T>): Promise<T> {
  for (let posts = 0; ; posts++)
    try {
      return await work();
    } catch (error) {
      const refused = error instanceof AppError ? refusalSchema.safeParse(error.cause).data : undefined;
      if (!refused || posts >= POSTS_MAX) throw error;
      await takeBack(refused.details.post, refused.details.time);
    }
}
