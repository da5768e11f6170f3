import { GenerationError } from '../generation-error.ts';
import type { WriteRequest, WrittenPost } from '../post.ts';

/**
 * Writes posts one after the other, each with those before it in its request, until `writeOne` returns none. If a later
 * post fails, returns those written so far; GenerationError if there are none.
 */
export async function writeOneByOne(
  request: WriteRequest,
  writeOne: (known: WriteRequest, index: number) => Promise<WrittenPost | null | undefined>,
): Promise<WrittenPost[]> {
  const posts: WrittenPost[] = [];
  while (posts.length < request.count) {
    const made = posts.map((post) => post.caption);
    const known = { ...request, avoid: [...request.avoid, ...made], earlier: [...(request.earlier ?? []), ...made] };
    try {
      const post = await writeOne(known, posts.length);
      if (!post) break;
      posts.push(post);
    } catch (error) {
      request.signal?.throwIfAborted();
      if (posts.length === 0 || !(error instanceof GenerationError)) throw error;
      break;
    }
    request.onPost(posts.length);
  }
  return posts;
}
