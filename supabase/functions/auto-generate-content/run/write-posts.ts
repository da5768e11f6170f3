import { GenerationError } from '../generation-error.ts';
import type { WriteRequest, Writer, WrittenPost } from '../post.ts';
import { isNearDuplicate } from '../writer/text/similarity.ts';

/** How often a writer is asked again for posts that came out too much like others. */
const MAX_ROUNDS = 3;

/** `stoppedBy` is the error that kept the writer from the posts that are missing. */
export type DistinctPosts = { posts: WrittenPost[]; stoppedBy?: GenerationError };

/**
 * Has the posts written and refuses those that are nearly the same as a caption in `avoid` or as each other; the writer
 * is asked again for what is missing. Fewer posts than asked for when it finds no more, or when it fails once there are
 * some: what is written is not thrown away.
 */
export async function writeDistinctPosts(writer: Writer, request: WriteRequest): Promise<DistinctPosts> {
  const posts: WrittenPost[] = [];
  for (let round = 1; round <= MAX_ROUNDS && posts.length < request.count; round++) {
    const known = [...request.avoid, ...posts.map((post) => post.caption)];
    const done = posts.length;
    const order = {
      ...request,
      count: request.count - done,
      avoid: known,
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
