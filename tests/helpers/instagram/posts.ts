/** A post as the API returns it. The same number always gives the same post. */
export type Post = { id: string; number: number; author: string; caption: string; isVideo: boolean };

/** Few in the feed, so that scrolling sends many requests. */
export const POSTS_PER_ANSWER = { feed: 3, reels: 6, explore: 24 } as const;
const AUTHORS = ['ola.bakes', 'north_trails', 'tiny.kitchen', 'velo.berlin', 'luz_y_sombra', 'kyoto.walks', 'plantlab'];
const CAPTIONS = [
  'First light.',
  'Worth the wait 🍞',
  'Ein Tag am See',
  'Domingo en la huerta',
  'Somewhere over 2000 m',
];

/** The posts of a feed that follow `cursor`, at most `perAnswer`, and the cursor for the next ones; null at the end. */
export function postsAfter(
  cursor: string | null,
  { posts, videoEvery }: { posts: number; videoEvery: number },
  perAnswer: number,
): { items: Post[]; next: string | null } {
  const from = cursor === null ? 0 : Number(cursor);
  const count = Math.max(0, Math.min(perAnswer, posts - from));
  const items = Array.from({ length: count }, (_, index) => postOf(from + index + 1, videoEvery));
  return { items, next: from + count < posts ? String(from + count) : null };
}

function postOf(number: number, videoEvery: number): Post {
  return {
    id: `C${(number * 7919).toString(36)}_${number}`,
    number,
    author: pick(AUTHORS, number),
    caption: pick(CAPTIONS, number),
    isVideo: videoEvery > 0 && number % videoEvery === 0,
  };
}

function pick(from: readonly string[], index: number): string {
  return from[index % from.length] ?? '';
}
