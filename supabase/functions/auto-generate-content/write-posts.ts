import type { WriteRequest, Writer, WrittenPost } from './post.ts';
import { isNearDuplicate } from './writer/similarity.ts';

/** How often a writer is asked again for posts that came out too much like others. */
const MAX_ROUNDS = 3;

/**
 * Has the posts written and refuses those that are nearly the same as a caption in `avoid` or as each other; the writer is asked again for what
 * is missing. Fewer posts than asked for when it finds no more.
 */
export async function writeDistinctPosts(writer: Writer, request: WriteRequest): Promise<WrittenPost[]> {
  const posts: WrittenPost[] = [];
  for (let round = 1; round <= MAX_ROUNDS && posts.length < request.count; round++) {
    const known = [...request.avoid, ...posts.map((post) => post.caption)];
    const done = posts.length;
    const written = await writer.write({
      ...request,
      count: request.count - done,
      avoid: known,
      seed: `${request.seed}:${round}`,
      onPost: (more) => request.onPost(done + more),
    });
    request.signal?.throwIfAborted();
    for (const post of written.slice(0, request.count - done)) {
      if (known.some((caption) => isNearDuplicate(caption, post.caption))) continue;
      known.push(post.caption);
      posts.push(post);
    }
  }
  return posts;
}
