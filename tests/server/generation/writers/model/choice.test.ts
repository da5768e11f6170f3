import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { monthStart } from '../../../../../server/generation/writers/model/ledger.ts';
import { findPassage } from '../../../../../server/generation/writers/model/passage.ts';
import { costOf, pictureCostOf, priceOf } from '../../../../../server/generation/writers/model/prices.ts';
import { foreignReferences } from '../../../../../server/generation/writers/model/references.ts';
import { choiceFromSecrets } from '../../../../../server/generation/writers/model/secrets.ts';
import { writePrompt } from '../../../../../server/generation/writers/model/write-prompt.ts';
import type { ModelChoice } from '../../../../../shared/ai/ai.ts';
import { writerLabel } from '../../../../../shared/ai/providers.ts';
import { readable, writeRequest } from '../../writing.ts';

const choice = (fields: Partial<ModelChoice>): ModelChoice => ({
  provider: 'openai',
  model: 'gpt-5-mini',
  apiKey: null,
  baseUrl: null,
  price: null,
  ...fields,
});

describe('the secrets of a hosted function', () => {
  const of = (secrets: Record<string, string>) => choiceFromSecrets((name) => secrets[name]);

  it('choose a model and a cap, or nothing', () => {
    const nothing = { model: null, pictureModel: null, monthlyCapUsd: null };
    expect([of({}), of({ AI_PICTURE_MODEL: 'gpt-image-2' })]).toEqual([nothing, nothing]);
    const secrets = { AI_PROVIDER: 'openai', AI_MODEL: 'gpt-5-mini', AI_API_KEY: 'sk-1', AI_MONTHLY_CAP: '5' };
    const model = choice({ apiKey: 'sk-1' });
    expect(of(secrets)).toEqual({ model, pictureModel: null, monthlyCapUsd: 5 });
    expect(of({ ...secrets, AI_PICTURE_MODEL: 'gpt-image-2' })).toMatchObject({
      pictureModel: { ...model, model: 'gpt-image-2' },
    });
  });

  it.each([
    [{ AI_PROVIDER: 'skynet', AI_MODEL: 'x' }],
    [{ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'x' }],
    [{ AI_MONTHLY_CAP: 'much' }],
  ])('say what is wrong: %j', (secrets) =>
    expect(() => of(secrets)).toThrow(/The secrets of the function are invalid: .*supabase secrets set/),
  );
});

describe('prices', () => {
  it('are those of the model, also of its dated snapshots', () => {
    expect(priceOf(choice({}))).toEqual({ input: 0.25, output: 2 });
    expect(priceOf(choice({ model: 'gpt-5-mini-2025-08-07' }))).toEqual({ input: 0.25, output: 2 });
    expect(priceOf(choice({ provider: 'anthropic', model: 'claude-haiku-4-5-20251001' }))).toEqual({
      input: 1,
      output: 5,
    });
  });

  it('are not guessed for other models and other servers, but may be given', () => {
    expect(priceOf(choice({ model: 'gpt-99' }))).toBeNull();
    expect(priceOf(choice({ baseUrl: 'https://proxy.example/v1' }))).toBeNull();
    expect(priceOf(choice({ model: 'gpt-99', price: { input: 1, output: 2 } }))).toEqual({ input: 1, output: 2 });
    expect(priceOf(choice({ provider: 'ollama', model: 'llama3.2' }))).toEqual({ input: 0, output: 0 });
  });

  it('of pictures are by their tokens, or by the picture', () => {
    const usage = { inputTokens: 200, outputTokens: 1_500 };
    expect(pictureCostOf(choice({ model: 'gpt-image-2.5-flare-2026-09-08' }), usage)).toBeCloseTo(0.046);
    expect(pictureCostOf(choice({ model: 'gpt-image-2.5-flare' }), null)).toBeNull();
    expect(pictureCostOf(choice({ model: 'gpt-5-mini' }), usage)).toBeNull();
    const gemini = choice({ provider: 'google', model: 'gemini-3.1-flash-image' });
    expect(pictureCostOf(gemini, null)).toBe(0.067);
    expect(pictureCostOf({ ...gemini, baseUrl: 'https://proxy.example/v1' }, usage)).toBeNull();
    expect(pictureCostOf(choice({ provider: 'ollama' }), null)).toBe(0);
  });

  it('make a cost', () => {
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 500_000 }, { input: 0.25, output: 2 })).toBe(1.25);
    expect(costOf({ inputTokens: 1, outputTokens: 1 }, null)).toBeNull();
  });
});

it.each([
  ['2026-11-30T23:30:00Z', 'UTC', '2026-11-01T00:00:00Z'],
  ['2026-11-30T23:30:00Z', 'Asia/Tokyo', '2026-11-30T15:00:00Z'],
])('the month of %s in %s began at %s', (now, zone, start) =>
  expect(monthStart(Temporal.Instant.from(now), zone).toString()).toBe(start),
);

it('names a writer in words', () => {
  expect(writerLabel('openai-compatible:a:b/c')).toBe('a:b/c (OpenAI-compatible server)');
  expect(writerLabel('built-in')).toBe('built-in');
});

const OWN = 'Rye keeps for a week in a linen bag.';
const OTHERS = 'Sales of the other client fell by a third in May.';

test('a model is shown the earlier posts of the same project alone', () => {
  const { prompt } = writePrompt(writeRequest({ avoid: [OWN, OTHERS], earlier: [OWN] }), 'mark');
  expect(prompt).toContain(`- ${OWN}`);
  expect(prompt).not.toContain('other client');
});

test("a model is shown the address of a feed's entry, may link to it, and its passage is noted with it", () => {
  const text = '## Flour\n\nFresh flour smells of grain.\n\n## Water\n\nHard water slows the dough down.';
  const feed = readable(text, { entries: [{ heading: 'Water', url: 'https://bread.example/water' }] });
  const request = writeRequest({ sources: [feed] });
  const { prompt } = writePrompt(request, 'mark');
  expect(prompt).toContain('## Flour\n\nFresh');
  expect(prompt).toContain('## Water\nhttps://bread.example/water\n\nHard');
  const link = 'More: https://bread.example/water';
  expect(foreignReferences([link, `${link}/other`], request)).toEqual([
    expect.stringContaining('https://bread.example/water/other may not'),
  ]);
  expect(findPassage('hard water slows the dough down', feed)?.url).toBe('https://bread.example/water');
  expect(findPassage('Fresh flour smells of grain.', feed)?.url).toBe(feed.url);
});
