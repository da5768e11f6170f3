import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listModels } from '../../../../server/features/ai/list-models.ts';
import { findLocalServers } from '../../../../server/features/ai/routes.ts';
import { type AiState, aiStateSchema } from '../../../../shared/ai/ai.ts';
import type { AiProvider } from '../../../../shared/ai/providers.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import {
  GOOD_KEY,
  SERVED_MODELS,
  SERVED_PICTURE_MODELS,
  startModelServer,
} from '../../../helpers/ai-imitation/model-server.ts';
import { USED } from '../../../helpers/ai-imitation/protocols.ts';
import { CLOSED_PORT } from '../../../helpers/free-port.ts';
import { addProject } from '../../../helpers/history.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { startSourceServer } from '../../../helpers/source-server.ts';

const models = ofFile(() => startModelServer());
const sources = ofFile(() => startSourceServer());
let log = '';
const agent = ofFile(() => {
  const write = (line: string) => {
    log += line;
  };
  return startTestAgent({ logLevel: 'trace' }, { logStream: { write } });
});
beforeEach(() => models.play());
afterEach(async () => {
  await change({ provider: null, monthlyCapUsd: null });
});

describe('the choice of a model', () => {
  it('is the built-in writer to begin with', async () => {
    const month = { calls: 0, costUsd: 0 };
    expect(await state()).toMatchObject({ source: 'stored', provider: null, hasKey: false, month });
  });

  it('keeps the key to itself', async () => {
    const answer = await change({ provider: 'openai', model: 'gpt-5-mini', apiKey: GOOD_KEY });
    const knownPrice = { input: 0.25, output: 2 };
    expect(answer).toMatchObject({ provider: 'openai', model: 'gpt-5-mini', hasKey: true, knownPrice });
    expect((await raw('/api/ai')).body).not.toContain(GOOD_KEY);
  });

  it('refuses what is no choice', async () => {
    for (const body of [{ provider: 'skynet' }, { baseUrl: 'file:///etc/passwd' }, { apiKey: 'two words' }])
      expect((await raw('/api/ai', body)).status).toBe(400);
    expect(await state()).toMatchObject({ provider: null });
  });

  it('is asked for again when its file is damaged', async () => {
    const file = join(agent.dataDir, 'ai.json');
    await writeFile(file, '{"provider":');
    const { status, body } = await raw('/api/ai');
    expect([status, body]).toEqual([500, expect.stringContaining('ai.json is damaged. Delete it')]);
    await rm(file);
  });
});

it('the test of a choice has the model answer, with what was entered and not kept', async () => {
  models.play({ say: { ready: true } });
  const { status, body } = await raw('/api/ai/test', choice('openai'));
  expect([status, JSON.parse(body)]).toEqual([200, { milliseconds: expect.any(Number) }]);
  expect(await state()).toMatchObject({ provider: null, month: { calls: 1, inputTokens: USED.input } });
});

it.each([
  [{ apiKey: 'sk-wrong-key-of-somebody' }, 409, /refused the key/],
  [{ model: null }, 409, /Enter the OpenAI model/],
])('the test of a choice says what is wrong with %j', async (change, status, message) => {
  const answer = await raw('/api/ai/test', { ...choice('openai'), ...change });
  expect(answer).toMatchObject({ status, body: expect.stringMatching(message) });
});

it('the list of models is of the provider that was entered, with a key that is not kept', async () => {
  const { model: _, ...entered } = choice('openai');
  const { status, body } = await raw('/api/ai/models', entered);
  expect([status, JSON.parse(body)]).toEqual([200, { writers: SERVED_MODELS, pictures: SERVED_PICTURE_MODELS }]);
  expect(await state()).toMatchObject({ provider: null, hasKey: false });
});

it('finds the servers on this machine with the models that write', async () => {
  const addresses = [
    { provider: 'ollama' as const, baseUrl: models.baseUrl('ollama') },
    { provider: 'lmstudio' as const, baseUrl: `http://127.0.0.1:${CLOSED_PORT}/v1` },
  ];
  expect(await findLocalServers(addresses)).toEqual([{ ...addresses[0], models: SERVED_MODELS }]);
  expect((await raw('/api/ai/local')).status).toBe(200);
});

describe('generation with the chosen model', () => {
  beforeAll(async () => {
    const pages = ['sourdough', 'strength'].map((name) => `${sources.origin}/${name}.html`);
    const project = { source_url_1: pages[0] ?? '', source_url_2: pages[1] ?? '', posts_per_day: 2 };
    await addProject(agent.admin, { ...project, platforms: ['instagram', 'twitter'] });
  });

  it('puts its posts into the database, with what they cost', async () => {
    const before = (await state()).month?.costUsd ?? 0;
    await change({ ...choice('anthropic'), price: { input: 3, output: 15 } });
    expect(JSON.parse((await raw('/api/generation', {})).body)).toMatchObject({
      success: true,
      created: 2,
      message: expect.stringContaining('Written by small-writer (Anthropic) for about $0.01'),
    });
    const { data } = await agent.admin.from('generated_content').select('*');
    expect(data).toHaveLength(2);
    const cost = { input_tokens: USED.input, output_tokens: USED.output, cost_usd: 0.006 };
    for (const post of data ?? []) {
      expect(post).toMatchObject({ writer: 'anthropic:small-writer', ...cost });
      expect(post.sources[0]?.url).toBe(`${sources.origin}/sourdough.html`);
    }
    expect((await state()).month?.costUsd).toBeCloseTo(before + 0.012);
  });

  it('stops at the cap, and says so before it asks the model', async () => {
    await change({ ...choice('openai'), monthlyCapUsd: 0.01 });
    const { status, body } = await raw('/api/generation', {});
    expect([status, JSON.parse(body).error]).toEqual([
      409,
      expect.stringMatching(/have cost \$0\.01, and your cap is \$0\.01\. Raise the cap/),
    ]);
    expect(models.requests).toHaveLength(0);
  });

  it('has a picture made for a picture post by its picture model', async () => {
    await agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
    const picture = await readFile('tests/fixtures/pictures/small.webp', 'base64');
    await change({ ...choice('openai'), pictureModel: 'small-image', price: { input: 3, output: 15 } });
    models.play('usual', 'usual', { say: picture }, { status: 400, message: 'moderation_blocked' });
    const { message } = JSON.parse((await raw('/api/generation', {})).body);
    expect(message).toContain('1 picture by small-image (OpenAI). 1 picture was drawn as a card instead');
    const { data } = await agent.admin.from('generated_content').select('media, cost_usd').like('writer', 'openai:%');
    const made = data?.find(({ cost_usd }) => cost_usd === null);
    expect(made?.media).toMatchObject([{ path: expect.stringContaining('picture.webp'), isAiMade: true, width: 8 }]);
  });
});

it('has logged no key', async () => {
  agent.agent.app.log.warn({ apiKey: GOOD_KEY, headers: { 'x-api-key': GOOD_KEY } }, `the key ${GOOD_KEY}`);
  expect(log).toContain('the key [hidden]');
  expect(log).not.toContain(GOOD_KEY);
});

/** A choice of model that uses the fake server. */
function choice(provider: 'openai' | 'anthropic' | 'google' | 'ollama'): Record<string, unknown> {
  return { provider, model: 'small-writer', apiKey: GOOD_KEY, baseUrl: models.baseUrl(provider) };
}

async function raw(path: string, body?: unknown): Promise<{ status: number; body: string }> {
  const response = await agent.call(path, { body });
  return { status: response.status, body: await response.text() };
}

async function state(): Promise<AiState> {
  return aiStateSchema.parse(JSON.parse((await raw('/api/ai')).body));
}

async function change(body: Record<string, unknown>): Promise<AiState> {
  return aiStateSchema.parse(JSON.parse((await raw('/api/ai', body)).body));
}

describe('the list of models', () => {
  beforeEach(() => models.playLists());

  const KEYED = ['openai', 'anthropic', 'google'] as const;
  const EVERY = [...KEYED, 'openai-compatible', 'ollama', 'lmstudio'] as const;

  const list = (provider: AiProvider, apiKey: string | null = GOOD_KEY, timeoutMs?: number) =>
    listModels({ provider, apiKey, baseUrl: models.baseUrl(provider) }, timeoutMs);

  it.each(EVERY)('lists what %s offers, by what it is for', async (provider) => {
    const pictures = provider === 'anthropic' ? [] : SERVED_PICTURE_MODELS;
    expect(await list(provider)).toEqual({ writers: SERVED_MODELS, pictures });
  });

  it.each(KEYED)('says that %s refused the key, and does not repeat it', async (provider) => {
    const key = 'sk-wrong-abcdef';
    const error = await list(provider, key).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('refused the key') });
    expect(String(error)).not.toContain(key);
  });

  it('needs no key where the server asks for none', async () =>
    expect((await list('openai-compatible', null)).writers).toEqual(SERVED_MODELS));

  it.each([
    ['is overrun', { status: 429, headers: { 'retry-after': '60' } }, 'rate_limited', /60 seconds/],
    ['forbids it', { status: 403, message: 'No.' }, 'conflict', /does not let this key use the list of models: No\./],
    ['has no list', { status: 404 }, 'unavailable', /has no list of models at http.*You can still type the name/],
    ['sends without end', 'flood', 'unavailable', /has no list of models/],
    ['breaks off', 'cut', 'unavailable', /cannot be reached/],
  ] as const)('says what to do when the provider %s', async (_what, step, code, message) => {
    models.playLists(step);
    await expect(list('openai')).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('does not wait for ever', async () => {
    models.playLists('silence');
    await expect(list('openai', GOOD_KEY, 150)).rejects.toThrow('did not list its models within 0.15 seconds');
  });

  it('says when nobody is there', async () => {
    const baseUrl = `http://127.0.0.1:${CLOSED_PORT}/v1`;
    await expect(listModels({ provider: 'ollama', apiKey: null, baseUrl })).rejects.toThrow(
      `Ollama does not answer at ${baseUrl}. Start it`,
    );
  });
});
