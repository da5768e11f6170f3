import { beforeEach, describe, expect, it } from 'vitest';
import { GenerationError } from '../../../../../server/generation/generation-error.ts';
import type { WriteRequest } from '../../../../../server/generation/post.ts';
import { builtInWriter } from '../../../../../server/generation/writers/built-in-writer.ts';
import { localWriter } from '../../../../../server/generation/writers/local/local-writer.ts';
import type { EngineQuestion } from '../../../../../server/generation/writers/local/text-engine.ts';
import type { ModelCall } from '../../../../../server/generation/writers/model/ledger.ts';
import { notesOn, readable, writeRequest } from '../../writing.ts';

const PASSAGE = 'A sourdough loaf needs about twelve hours in the fridge before it goes into the oven.';
const SOURCE = `${PASSAGE} A hot pot keeps the steam in, so the crust stays soft while the loaf rises. Let it cool for 60 minutes, because the crumb is still setting inside.`;
const GOOD = {
  passage: PASSAGE,
  title: 'Twelve hours in the fridge',
  caption: 'A sourdough loaf gets its taste in the fridge: it rests there for about twelve hours before it is baked.',
  hashtags: ['sourdough', 'baking', 'bread'],
};
const OTHER = {
  ...GOOD,
  passage: 'A hot pot keeps the steam in',
  caption:
    'Bake in a closed pot: the steam stays in, and the crust is soft for as long as the loaf still wants to rise.',
};

const NAMED = { name: 'local:tiny', write: async () => [] };

let asked: EngineQuestion[];
let calls: ModelCall[];
beforeEach(() => {
  asked = [];
  calls = [];
});

describe('a model on this machine', () => {
  it('is asked for one post at a time, briefly, with an example of the style, and is counted without a price', async () => {
    const posts = await write([GOOD, OTHER], { count: 2 });
    expect(posts).toMatchObject([
      {
        contentType: 'image',
        caption: GOOD.caption,
        hashtags: ['#sourdough', '#baking', '#bread'],
        slides: [{ title: GOOD.title }],
        sources: [{ url: 'https://bread.example/loaf', passage: PASSAGE }],
        usage: { inputTokens: 400, outputTokens: 90, costUsd: 0 },
      },
      { caption: OTHER.caption },
    ]);
    expect(Object.keys(posts[0]?.alternatives ?? {})).toEqual(['instagram', 'twitter']);
    const [first, second] = asked.map(promptOf);
    expect(first?.length).toBeLessThan(3000);
    expect(first).toContain(PASSAGE);
    expect(first).toContain('Do you measure the temperature');
    expect(second).toContain(GOOD.caption.slice(0, 60));
    expect(calls).toEqual([0, 1].map(() => ({ model: 'local:tiny', inputTokens: 400, outputTokens: 90, costUsd: 0 })));
  });

  it.each([
    [
      'a passage that stands nowhere',
      { passage: 'Bread rises best at full moon, said the miller.' },
      /passage does not stand/,
    ],
    [
      'the example over again',
      {
        caption:
          'Green tea turns bitter when the water boils; about 75 degrees keeps it mild. Do you measure the temperature, or do you just wait a few minutes?',
      },
      /that of the example/,
    ],
  ])('gets a second chance after %s', async (_, wrong, problem) => {
    const posts = await write([{ ...GOOD, ...wrong }, GOOD]);
    expect(posts).toMatchObject([{ caption: GOOD.caption, usage: { inputTokens: 800, outputTokens: 180 } }]);
    expect(promptOf(asked[1])).toMatch(problem);
    expect(posts[0]?.writer).toBeUndefined();
  });

  it('leaves a post that fails twice to the built-in writer, which says so', async () => {
    const bad = { ...GOOD, passage: 'Bread rises best at full moon, said the miller.' };
    const done: number[] = [];
    const posts = await write([bad, bad, GOOD], { count: 2, onPost: (count) => done.push(count) });
    expect(posts.map(({ writer }) => writer)).toEqual(['built-in', undefined]);
    expect([posts[0]?.sources[0]?.url, done]).toEqual(['https://bread.example/loaf', [1, 2]]);
    expect(notesOn(NAMED, posts)).toContain(
      'The built-in writer wrote 1 of 2 posts, because tiny (On this machine) returned nothing usable for it. Written by tiny (On this machine).',
    );
    expect(notesOn(NAMED, posts.slice(0, 1))).toContain(
      'returned nothing usable, so the built-in writer wrote instead.',
    );
  });

  it('makes a carousel of a numbered list, and leaves no loose number where a platform has room for a part of it', async () => {
    const points = [
      'Rest the dough in the fridge for about twelve hours before it goes into the oven, and plan the day around that.',
      'Bake it in a hot pot that keeps the steam in, so that the crust stays soft for as long as the loaf still rises.',
      'Let it cool for an hour before you cut it, because the crumb is still setting inside as long as it is warm.',
    ];
    const list = points.map((point, index) => `${index + 1}. ${point}`).join('\n');
    const [post] = await write([{ ...GOOD, caption: `Better bread:\n\n${list}` }]);
    expect(post?.contentType).toBe('carousel');
    expect(post?.slides.map(({ title }) => title)).toEqual([GOOD.title, ...points]);
    expect(post?.alternatives.instagram?.caption).toContain(points[2]);
    expect(post?.alternatives.twitter?.caption).toMatch(/still rises\.$/);
  });

  it('writes from common knowledge where no source could be read', async () => {
    const { passage: _, ...free } = GOOD;
    expect(await write([free], { sources: [] })).toMatchObject([{ caption: GOOD.caption, sources: [] }]);
    expect(JSON.stringify(asked[0]?.schema)).not.toContain('passage');
  });

  it('hands over what it has when the engine fails, and nothing else says why', async () => {
    const broken = new GenerationError('unavailable', 'The process of tiny was killed.');
    expect(await write([GOOD, broken], { count: 2 })).toHaveLength(1);
    await expect(write([broken])).rejects.toThrow('The process of tiny was killed.');
  });

  it('has no engine in a hosted project', async () => {
    const writer = localWriter({ ...budget(), choice: CHOICE, engine: undefined, fallback: builtInWriter });
    await expect(writer.write(requestWith({}))).rejects.toMatchObject({ code: 'conflict' });
  });
});

const CHOICE = { provider: 'local' as const, model: 'tiny', apiKey: null, baseUrl: null, price: null };

const budget = () => ({
  monthlyCapUsd: null,
  ledger: {
    thisMonth: () => Promise.reject(new Error('Without a cap nobody asks.')),
    record: async (call: ModelCall) => void calls.push(call),
  },
});

/** Writes with an engine that gives these answers in turn. */
function write(says: readonly unknown[], overrides: Partial<WriteRequest> = {}) {
  const left = [...says];
  const engine = {
    async answer(question: EngineQuestion) {
      asked.push(question);
      const next = left.shift();
      if (next instanceof Error) throw next;
      return { text: JSON.stringify(next), isWhole: true, inputTokens: 400, outputTokens: 90 };
    },
  };
  return localWriter({ ...budget(), choice: CHOICE, engine, fallback: builtInWriter }).write(requestWith(overrides));
}

function requestWith(overrides: Partial<WriteRequest>): WriteRequest {
  const template = { name: 'Question', prompt: 'Ask the readers something.' };
  return writeRequest({ template, sources: [readable(SOURCE)], platforms: ['instagram', 'twitter'], ...overrides });
}

function promptOf(question: EngineQuestion | undefined): string {
  return [question?.system, ...(question?.turns ?? []).map(({ text }) => text)].join('\n');
}
