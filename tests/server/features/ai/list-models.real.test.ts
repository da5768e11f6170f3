import { beforeEach, expect, it } from 'vitest';
import { listModels } from '../../../../server/features/ai/list-models.ts';
import type { AiProvider } from '../../../../shared/ai/providers.ts';
import {
  GOOD_KEY,
  SERVED_MODELS,
  SERVED_PICTURE_MODELS,
  startModelServer,
} from '../../../helpers/ai-imitation/model-server.ts';
import { CLOSED_PORT } from '../../../helpers/free-port.ts';
import { ofFile } from '../../../helpers/of-file.ts';

const KEYED = ['openai', 'anthropic', 'google'] as const;
const EVERY = [...KEYED, 'openai-compatible', 'ollama', 'lmstudio'] as const;

const server = ofFile(() => startModelServer());
beforeEach(() => server.playLists());

const list = (provider: AiProvider, apiKey: string | null = GOOD_KEY, timeoutMs?: number) =>
  listModels({ provider, apiKey, baseUrl: server.baseUrl(provider) }, timeoutMs);

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
  server.playLists(step);
  await expect(list('openai')).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

it('does not wait for ever', async () => {
  server.playLists('silence');
  await expect(list('openai', GOOD_KEY, 150)).rejects.toThrow('did not list its models within 0.15 seconds');
});

it('says when nobody is there', async () => {
  const baseUrl = `http://127.0.0.1:${CLOSED_PORT}/v1`;
  await expect(listModels({ provider: 'ollama', apiKey: null, baseUrl })).rejects.toThrow(
    `Ollama does not answer at ${baseUrl}. Start it`,
  );
});
