import { GenerationError } from '../generation-error.ts';
import type { WriteRequest, WrittenPost } from '../post.ts';

/**
 * Has posts written one after the other, each knowing those before it, until `writeOne` gives none. Returns the posts
 * written so far when a later one fails; GenerationError when there are none.
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
