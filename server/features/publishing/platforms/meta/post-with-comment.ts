import { z } from 'zod';
import type { Found, OutgoingPost, PublishedPart } from '../../publisher.ts';
import { type Graph, idSchema, isThere, parsed } from './graph.ts';
import { isStory, storyNote } from './stories.ts';

const createdSchema = z.object({ id: idSchema });

/** Posts the first comment below a post, and returns its id. */
export async function sendComment(graph: Graph, { remoteId }: PublishedPart, message: string): Promise<string> {
  const answer = await graph.send({
    step: 'post first comment',
    path: `/${remoteId}/comments`,
    form: { message },
    isIrreversible: true,
  });
  return parsed(createdSchema, answer, { isIrreversible: true }).id;
}

export type FoundMain = PublishedPart | (Found & { found: 'none' | 'unclear' });

type Search = {
  story(): Promise<FoundMain>;
  /** By the post's text. */
  main(): Promise<FoundMain>;
  /** Searches the comments below `main`, except for `taken` ones; null if none matches. */
  comment(main: PublishedPart, text: string, taken: ReadonlySet<string>): Promise<PublishedPart | null>;
};

/** Looks up a post and its first comment; a post with a known id is not searched. */
export async function findWithComment(graph: Graph, post: OutgoingPost, search: Search): Promise<Found> {
  const [known, ...more] = post.known ?? [];
  if (known && !(await isThere(graph, known))) return { found: 'gone' };
  const main = known ?? (await (isStory(post) ? search.story() : search.main()));
  if ('found' in main) return main;
  if (isStory(post)) return { found: 'all', parts: [{ ...main, ...storyNote(post) }] };
  const [, comment] = post.parts;
  if (comment === undefined || more.length > 0) return { found: 'all', parts: [main, ...more] };
  const below = await search.comment(main, comment, new Set(await post.taken?.()));
  return below ? { found: 'all', parts: [main, below] } : { found: 'some', parts: [main] };
}
