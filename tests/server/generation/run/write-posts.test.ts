import { describe, expect, it } from 'vitest';
import { GenerationError } from '../../../../server/generation/generation-error.ts';
import type { WriteRequest, Writer, WrittenPost } from '../../../../server/generation/post.ts';
import { writeDistinctPosts } from '../../../../server/generation/run/write-posts.ts';
import { writeRequest } from '../writing.ts';

const BREAD = 'Let the dough rest overnight in the fridge and it will taste of more than flour.';
const KNIFE = 'A blunt knife slips, so sharpen yours before you slice the first loaf on Sunday.';
const OVEN = 'Steam in a hot oven keeps the crust soft long enough for bread to rise fully.';

describe('writeDistinctPosts', () => {
  it('asks again for what came out like an earlier post or like another of this run', async () => {
    const writer = writerOf([[BREAD, KNIFE, `${KNIFE} Really!`], [OVEN]]);
    const { posts } = await writeDistinctPosts(writer, writeRequest({ count: 2, avoid: [`${BREAD} Try it.`] }));
    expect([captions(posts), writer.requests.map(({ count }) => count)]).toEqual([
      [KNIFE, OVEN],
      [2, 1],
    ]);
    expect(writer.requests[1]?.avoid).toContain(KNIFE);
    // Captions of other projects are avoided and never shown to a model; those of this run are the project's own.
    expect(writer.requests[1]?.earlier).toEqual([KNIFE]);
    expect(new Set(writer.requests.map(({ seed }) => seed)).size).toBe(2);
  });

  it('ends with fewer posts when nothing new comes', async () => {
    const writer = writerOf([[BREAD], [BREAD], [BREAD], [KNIFE]]);
    expect(captions((await writeDistinctPosts(writer, writeRequest({ count: 2 }))).posts)).toEqual([BREAD]);
    expect(writer.requests).toHaveLength(3);
  });

  it('never takes more posts than it asked for, and counts those of all rounds', async () => {
    expect((await writeDistinctPosts(writerOf([[BREAD, KNIFE]]), writeRequest({ count: 1 }))).posts).toHaveLength(1);
    const seen: number[] = [];
    const request = writeRequest({ count: 2, onPost: (done) => seen.push(done) });
    await writeDistinctPosts(writerOf([[BREAD], [KNIFE]]), request);
    expect(seen).toEqual([1, 2]);
  });

  it('keeps what is written when the writer fails later, and says why it stopped', async () => {
    const writer = writerOf([[BREAD]]);
    const failing: Writer = {
      name: 'failing',
      write: (asked) =>
        writer.requests.length === 0
          ? writer.write(asked)
          : Promise.reject(new GenerationError('rate_limited', 'Too many requests.')),
    };
    const { posts, stoppedBy } = await writeDistinctPosts(failing, writeRequest({ count: 3 }));
    expect([captions(posts), stoppedBy?.message]).toEqual([[BREAD], 'Too many requests.']);
    await expect(writeDistinctPosts(failing, writeRequest({ count: 1 }))).rejects.toThrow('Too many requests.');
  });

  it('stops when the run has lost its claim', async () => {
    const lost = AbortSignal.abort(new Error('lost'));
    await expect(writeDistinctPosts(writerOf([[BREAD]]), writeRequest({ signal: lost }))).rejects.toThrow('lost');
  });
});

/** A writer that has the given captions ready, one list per round. */
function writerOf(rounds: string[][]): Writer & { requests: WriteRequest[] } {
  const requests: WriteRequest[] = [];
  return {
    name: 'scripted',
    requests,
    async write(asked) {
      const round = rounds[requests.push(asked) - 1] ?? [];
      return round.slice(0, asked.count + 1).map((caption, index) => {
        asked.onPost(index + 1);
        return { contentType: 'text', caption, hashtags: [], alternatives: {}, slides: [], sources: [] };
      });
    },
  };
}

function captions(posts: WrittenPost[]): string[] {
  return posts.map((post) => post.caption);
}
