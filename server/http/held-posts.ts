import { z } from 'zod';
import type { HeldPosts } from '../../shared/publishing/publishing-api.ts';
import { AppError } from '../errors.ts';

/** Takes a post back from platforms that hold it or, with a time, moves it there; see PublishingEngine.takeBack. */
export type TakeBack = (post: string, to: string | null) => Promise<void>;

/** Takes back what an account's platform holds; see PublishingEngine.takeBackAll. */
export type TakeBackAll = (account: string) => Promise<HeldPosts>;

/** How many posts one change may touch that platforms hold. */
const POSTS_MAX = 100;

/** How the database refuses to change a post that a platform holds (private.refuse_while_held). */
const refusalSchema = z.object({
  hint: z.literal('handed_over'),
  details: z
    .string()
    .transform((text) => JSON.parse(text))
    .pipe(z.object({ post: z.uuid(), time: z.iso.datetime({ offset: true }).nullable() })),
});

/**
 * Does work that changes posts. What a platform holds of them is changed there first: the post is taken back, or moved
 * with it, and the work is done again. AppError conflict where the platform does not give it back.
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
