import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pictureMaker } from '../../../../server/generation/pictures/picture-maker.ts';
import type { ModelCall } from '../../../../server/generation/writers/model/ledger.ts';
import type { ModelChoice } from '../../../../shared/ai/ai.ts';
import type { AiProvider } from '../../../../shared/ai/providers.ts';
import { GOOD_KEY, startModelServer } from '../../../helpers/ai-imitation/model-server.ts';
import { isFull } from '../../../helpers/depth.ts';
import { ofFile } from '../../../helpers/of-file.ts';

const MODELS = [
  ['openai', 'gpt-image-2.5-flare'],
  ['google', 'gemini-3.1-flash-image'],
  ['google', 'imagen-4.0-generate-001'],
  ['openai-compatible', 'flux-1-schnell'],
  ['ollama', 'x/z-image-turbo'],
] as const satisfies [AiProvider, string][];

const REQUEST = {
  niche: 'Home baking',
  title: 'Let the dough rest',
  caption: 'A sourdough loaf needs about twelve hours in the fridge.',
  colour: '#b4532a',
};

let calls: ModelCall[];
let pauses: number[];

const server = ofFile(() => startModelServer());
beforeEach(() => {
  server.play();
  calls = [];
  pauses = [];
});

describe.each(MODELS)('a picture of %s, by %s', (provider, model) => {
  const make = makeWith({ provider, model });

  it('is made of niche, title and caption, without words in it, and noted', async () => {
    const { bytes, ...picture } = await make();
    const costUsd = provider === 'ollama' ? 0 : null;
    expect(picture).toMatchObject({ type: 'image/jpeg', width: 8, height: 10, usage: { costUsd } });
    expect(bytesOf('small.jpg').equals(bytes)).toBe(true);
    const [request] = server.requests;
    expect(request?.text).toContain('Home baking');
    expect(request?.text).toContain('“Let the dough rest” and says: A sourdough loaf');
    expect(request?.text).toContain('accent of the colour #b4532a');
    expect(request?.text).toContain('No words, letters');
    expect(calls.map((call) => call.model)).toEqual([`${provider}:${model}`]);
  });

  it('is asked for once when the answer has none', async () => {
    server.play({ say: '' });
    await expect(make()).rejects.toMatchObject({
      code: 'bad_answer',
      message: expect.stringMatching(/without a picture/),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('is refused by its model', async () => {
    server.play(
      provider === 'google' ? { say: '', finish: 'refusal' } : { status: 400, message: 'moderation_blocked' },
    );
    await expect(make()).rejects.toMatchObject({ code: 'bad_answer', message: expect.stringMatching(/refused/) });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a picture', () => {
  const OPENAI = { provider: 'openai', model: 'gpt-image-2.5-flare' } as const;
  const make = makeWith(OPENAI);

  it('is none when it is damaged; what it used is noted all the same', async () => {
    server.play({ say: bytesOf('small.png').subarray(0, 50).toString('base64') });
    await expect(make()).rejects.toMatchObject({ code: 'bad_answer', message: expect.stringContaining('damaged') });
    expect(calls).toHaveLength(1);
  });

  it('is waited for as long as the provider wants, and asked for again', async () => {
    server.play({ status: 429, headers: { 'retry-after': '7' } }, { status: 500 });
    expect(await make()).toMatchObject({ width: 8 });
    expect(pauses).toEqual([7000, 4000]);
  });

  it.runIf(isFull)('is given up when answers never come or never end', async () => {
    server.play('silence');
    await expect(makeWith(OPENAI, { timeoutMs: 200 })()).rejects.toThrow(/did not answer within/);
    server.play('flood');
    await expect(make()).rejects.toMatchObject({
      code: 'bad_answer',
      message: expect.stringMatching(/larger than 40 MB/),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('is not waited for when the run is over', async () => {
    server.play('silence');
    const over = new AbortController();
    const rejected = expect(make(over.signal)).rejects.toThrow('over');
    // A request that arrived later would consume the next test's response.
    await vi.waitUntil(() => server.requests.length > 0, { timeout: 20_000 });
    over.abort(new Error('over'));
    await rejected;
  });

  it('is not asked for beyond the cap', async () => {
    await expect(makeWith(OPENAI, { monthlyCapUsd: 0 })()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('your cap is $0.00'),
    });
    expect(server.requests).toHaveLength(0);
  });

  it('is not made by a provider that has no models for it', () =>
    expect(makeWith({ provider: 'anthropic', model: 'claude-haiku-5-5' })()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Anthropic has no'),
    }));
});

describe('the size', () => {
  it.each([
    ['openai', 'gpt-image-2.5-flare', { size: '1024x1280', quality: 'medium', output_format: 'jpeg' }],
    ['openai', 'gpt-image-1-mini', { size: '1024x1536', quality: 'medium', output_format: 'jpeg' }],
    ['openai-compatible', 'flux-1-schnell', { size: '1024x1280' }],
    ['google', 'gemini-3.1-flash-image', { generationConfig: { imageConfig: { aspectRatio: '4:5' } } }],
    ['google', 'imagen-4.0-generate-001', { parameters: { aspectRatio: '3:4' } }],
  ] as const)('is a portrait that %s knows for %s', async (provider, model, body) => {
    await makeWith({ provider, model })();
    expect(server.requests[0]?.body).toMatchObject(body);
  });

  it.each(['openai', 'openai-compatible'] as const)('is left to a model of %s that knows others', async (provider) => {
    server.play({ status: 400, message: 'Invalid value: 1024x1280. Supported size: 1024x1024' });
    expect(await makeWith({ provider, model: 'gpt-image-9' })()).toMatchObject({ width: 8 });
    expect(server.requests[1]?.body).not.toHaveProperty('size');
  });
});

type Limits = { timeoutMs?: number; monthlyCapUsd?: number };

/** Makes pictures with the fake server. */
function makeWith(
  choice: Pick<ModelChoice, 'provider' | 'model'> & Partial<ModelChoice>,
  { timeoutMs, monthlyCapUsd = 1000 }: Limits = {},
) {
  return (signal?: AbortSignal) => {
    const maker = pictureMaker({
      choice: { apiKey: GOOD_KEY, baseUrl: server.baseUrl(choice.provider), price: null, ...choice },
      monthlyCapUsd,
      ledger: {
        thisMonth: async () => ({ calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedCalls: 0 }),
        record: async (call) => void calls.push(call),
      },
      options: { timeoutMs, pause: async (ms) => void pauses.push(ms) },
    });
    return maker.make(REQUEST, signal);
  };
}

function bytesOf(name: string): Buffer {
  return readFileSync(`tests/fixtures/pictures/${name}`);
}
