import { GenerationError } from '../generation-error.ts';
import type { WriteRequest, Writer, WrittenPost } from '../post.ts';
import { isNearDuplicate } from '../writers/text/similarity.ts';

/** Maximum rounds of writing; later ones replace near-duplicates. */
const MAX_ROUNDS = 3;

/** `stoppedBy` is the error that prevented the missing posts. */
export type DistinctPosts = { posts: WrittenPost[]; stoppedBy?: GenerationError };

/**
 * Writes posts, drops near-duplicates of `avoid` and of each other, and asks the writer again for the missing ones.
 * Returns fewer posts when the writer has no more, or fails in a later round.
 */
export async function writeDistinctPosts(writer: Writer, request: WriteRequest): Promise<DistinctPosts> {
  const posts: WrittenPost[] = [];
  for (let round = 1; round <= MAX_ROUNDS && posts.length < request.count; round++) {
    const made = posts.map((post) => post.caption);
    const known = [...request.avoid, ...made];
    const done = posts.length;
    const order = {
      ...request,
      count: request.count - done,
      avoid: known,
      earlier: [...(request.earlier ?? []), ...made],
      seed: `${request.seed}:${round}`,
      onPost: (more: number) => request.onPost(done + more),
    };
    const written = await writer.write(order).catch((error: unknown) => {
      request.signal?.throwIfAborted();
      if (posts.length > 0 && error instanceof GenerationError) return error;
      throw error;
    });
    request.signal?.throwIfAborted();
    if (written instanceof GenerationError) return { posts, stoppedBy: written };
    for (const post of written.slice(0, request.count - done)) {
      if (known.some((caption) => isNearDuplicate(caption, post.caption))) continue;
      known.push(post.caption);
      posts.push(post);
    }
  }
  return { posts };
}
