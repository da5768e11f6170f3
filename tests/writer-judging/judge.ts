import { createDeck } from '../../server/generation/writers/seeded-deck.ts';
import type { JudgedPost } from './posts.ts';

/** The scale of docs/built-in-writer.md: a judge would publish the post as is, after an edit, or never. */
export const VERDICTS = ['as-is', 'edit', 'never'] as const;
export type Verdict = (typeof VERDICTS)[number];

const LETTERS: Record<string, Verdict> = { a: 'as-is', e: 'edit', n: 'never' };

/** Posts of all versions in an order that depends only on the seed: post n is `posts[order[n - 1]]`. */
export type Sheet = { posts: JudgedPost[]; order: number[] };

export function shuffled(posts: JudgedPost[], seed: string): Sheet {
  return { posts, order: createDeck(seed).shuffle(posts.map((_, index) => index)) };
}

/** The posts for a judge, numbered, without the version that wrote them. */
export function blindText({ posts, order }: Sheet): string {
  return order.map((at, index) => blindPost(posts[at] as JudgedPost, index + 1)).join('\n');
}

function blindPost({ language, kind, niche, template, caption, hashtags, slides }: JudgedPost, n: number): string {
  const cards = slides.length > 0 ? `\nPICTURES: ${slides.join(' | ')}` : '';
  return `=== ${n} (${language}, ${kind}; niche: ${niche}; template: ${template})\n${caption}\n${hashtags.join(' ')}${cards}\n`;
}

/** A judge's lines, such as `12 a`: a for as is, e for after an edit, n for never. Throws on any other line. */
export function readVerdicts(text: string): Map<number, Verdict> {
  const lines = text.split('\n').filter((line) => line.trim());
  return new Map(
    lines.map((line) => {
      const [, n, letter = ''] = /^(\d+)\s+([aen])\b/.exec(line.trim()) ?? [];
      const verdict = LETTERS[letter];
      if (!n || !verdict) throw new Error(`This line is no verdict: ${line}`);
      return [Number(n), verdict];
    }),
  );
}

/** How often each verdict was given, by the group that `keyOf` assigns a post to. */
export function tally(
  sheets: readonly { sheet: Sheet; verdicts: ReadonlyMap<number, Verdict> }[],
  keyOf: (post: JudgedPost) => string,
): Map<string, Record<Verdict, number>> {
  const counts = new Map<string, Record<Verdict, number>>();
  for (const { sheet, verdicts } of sheets) {
    for (const [index, at] of sheet.order.entries()) {
      const verdict = verdicts.get(index + 1);
      if (!verdict) throw new Error(`Post ${index + 1} has no verdict.`);
      const key = keyOf(sheet.posts[at] as JudgedPost);
      const count = counts.get(key) ?? { 'as-is': 0, edit: 0, never: 0 };
      count[verdict] += 1;
      counts.set(key, count);
    }
  }
  return counts;
}
