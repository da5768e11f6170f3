import { once } from 'node:events';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { autopilotJob } from '../../../../server/features/autopilot/job.ts';
import { GenerationError } from '../../../../server/generation/generation-error.ts';
import type { WriteRequest, Writer, WrittenPost } from '../../../../server/generation/post.ts';
import { readSources } from '../../../../server/generation/run/read-sources.ts';
import { holdClaim } from '../../../../server/generation/run/run.ts';
import { writeDistinctPosts } from '../../../../server/generation/run/write-posts.ts';
import type { SourceReader } from '../../../../server/generation/sources/read-source.ts';
import { builtInWriter } from '../../../../server/generation/writers/built-in-writer.ts';
import { TryLater } from '../../../../server/jobs/job.ts';
import { notesOn, readable, writeRequest } from '../writing.ts';

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
    // Other projects' captions are avoided but never shown to a model; those of this run, the project's own, may be.
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

/** A writer that returns the given captions, one list per round. */
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

it('a claim is lost when another run has taken over: the run ends and says why', async () => {
  const renew = async () => false;
  const failures: string[] = [];
  const fail = async (_run: string, reason: string) => void failures.push(reason);
  const work = async (signal: AbortSignal) => {
    await once(signal, 'abort');
    signal.throwIfAborted();
  };
  const running = holdClaim({ renew, fail }, 'a run', work, { renewMs: 1, durationMs: 50 });
  await expect(running).rejects.toMatchObject({ code: 'conflict' });
  expect(failures).toEqual([expect.stringContaining('another one')]);
});

const QUOTING = postWith([{ url: 'https://bread.example/', title: 'Bread', passage: 'Bread needs time.' }]);
const INVITING = postWith([]);

function postWith(sources: WrittenPost['sources']): WrittenPost {
  const form = { asked: 'general', made: sources.length > 0 ? 'insight' : 'invitation' } as const;
  return { contentType: 'text', caption: 'Bread', hashtags: [], alternatives: {}, slides: [], sources, form };
}

const MODEL = { ...builtInWriter, name: 'openai:gpt' };

test('what is missing is what the sources do not carry, and another one is asked for', () => {
  expect(notesOn(builtInWriter, [QUOTING], 3)).toContain(
    'Made 1 of 3 posts: the sources have nothing new left. Add another source for the others.',
  );
  expect(notesOn(builtInWriter, [], 3)).toMatch(/^No post was made: .*Add another source, or change one\.$/);
  expect(notesOn(builtInWriter, [QUOTING])).not.toContain('another source');
});

test('what is missing is what came out alike where a model writes', () => {
  expect(notesOn(MODEL, [QUOTING], 2)).toContain('The others were too similar to earlier ones.');
  expect(notesOn(MODEL, [], 2)).toContain('too similar to posts from the last 30 days');
});

test('posts that ask followers say so', () => {
  expect(notesOn(builtInWriter, [INVITING])).toContain(
    'No source could be read, so the posts ask your followers instead, as you chose.',
  );
  expect(notesOn(builtInWriter, [QUOTING])).not.toContain('followers');
});

const { signal } = new AbortController();
const urls = Array.from({ length: 10 }, (_, index) => `https://page${index}.example/`);
/** Never resolves; rejects when its signal is aborted. */
const silent: SourceReader = (_, until) =>
  new Promise((_resolve, reject) => until.addEventListener('abort', () => reject(until.reason)));

test('ten sources are read two at a time, in their order, and share the room of two', async () => {
  let open = 0;
  let most = 0;
  const readSource: SourceReader = async (url) => {
    most = Math.max(most, ++open);
    await new Promise(setImmediate);
    open -= 1;
    return readable('A block of a page.\n\n'.repeat(6000), { url });
  };
  const done: number[] = [];
  const read = await readSources(urls, { readSource, signal }, (count) => done.push(count));
  expect([read.map(({ url }) => url), done]).toEqual([urls, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
  expect(most).toBe(2);
  expect(read.map((reading) => (reading.ok ? reading.text : '')).join('').length).toBeLessThanOrEqual(240_000);
  expect(read.every((reading) => reading.ok && reading.text.endsWith('a page.'))).toBe(true);
});

test('what is not read in time is left out with a reason, and an abort ends it all', async () => {
  const readSource: SourceReader = (url, until) =>
    url === urls[0] ? Promise.resolve(readable('A page.', { url })) : silent(url, until);
  const read = await readSources(urls, { readSource, signal, timeoutMs: 50 }, () => {});
  expect(read.map(({ ok }) => ok)).toEqual([true, ...Array<boolean>(9).fill(false)]);
  expect(read[9]).toMatchObject({ reason: expect.stringContaining('There was no time left to read page9.example') });

  const abort = new AbortController();
  const reading = readSources(urls, { readSource: silent, signal: abort.signal }, () => {});
  abort.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

const RUN = {
  signal: new AbortController().signal,
  report: () => undefined,
  startedAt: Temporal.Instant.from('2031-05-05T08:00:00Z'),
  attempt: 1,
  isManual: false,
};
const answering = (nothing: 'used_up' | 'unread') =>
  autopilotJob({
    generate: async () => ({ success: false, created: 0, message: 'Add another source, or change one.', nothing }),
  });

it('says why it made nothing of sources that are used up, and does not try again', async () =>
  expect(await answering('used_up').run(RUN)).toBe('Add another source, or change one.'));

it('tries again while no source can be read', () => expect(answering('unread').run(RUN)).rejects.toThrow(TryLater));
