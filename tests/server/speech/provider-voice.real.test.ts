import { beforeEach, expect, it } from 'vitest';
import { providerVoice } from '../../../server/speech/provider-voice.ts';
import { speechMs } from '../../../server/speech/wav.ts';
import type { AiProvider } from '../../../shared/ai/providers.ts';
import { GOOD_KEY, type Step, startModelServer } from '../../helpers/ai-imitation/model-server.ts';
import { ofFile } from '../../helpers/of-file.ts';

const models = ofFile(() => startModelServer());
beforeEach(() => models.play());

const never = new AbortController().signal;
const speak = (provider: AiProvider, apiKey = GOOD_KEY, signal = never) =>
  providerVoice({ provider, apiKey, baseUrl: models.baseUrl(provider) })?.speak(
    { text: 'Let the dough rest.', language: 'en', speed: 0.92 },
    signal,
  );

it.each([
  ['openai', 'speech', { input: 'Let the dough rest.', response_format: 'wav', speed: 0.92 }],
  ['google', 'generateContent', { generationConfig: expect.objectContaining({ responseModalities: ['AUDIO'] }) }],
] as const)('speaks with %s, as its API is documented', async (provider, protocol, body) => {
  const speech = await speak(provider);
  expect(speech?.rate).toBe(24_000);
  expect(Math.abs((speech ? speechMs(speech) : 0) - 1080)).toBeLessThan(20);
  expect(models.requests).toEqual([expect.objectContaining({ protocol, body: expect.objectContaining(body) })]);
  expect(models.requests[0]?.text).toContain('Let the dough rest.');
});

it.each<[string, Step, RegExp]>([
  ['a refusal', { status: 429, headers: { 'retry-after': '30' } }, /is limiting requests/],
  ['trouble', { status: 500 }, /is having problems/],
  ['an account without credit', { status: 429, message: 'insufficient_quota' }, /no credit left/],
  ['what is no sound', 'no json', /has no sound\. Try again, or make the video without a voice/],
  ['silence', { say: '' }, /has no sound/],
  ['more than a voice says', 'flood', /too long/],
  ['half an answer', 'cut', /cannot be reached/],
])('says in a sentence what %s means', async (_, step, words) => {
  for (const provider of ['openai', 'google'] as const) {
    models.play(step);
    await expect(speak(provider)).rejects.toThrow(words);
  }
});

it('keeps a wrong key to itself, and hangs up when it is cancelled', async () => {
  await expect(speak('openai', 'sk-wrong')).rejects.toThrow(/refused the key/);
  models.play('silence');
  const cancelling = new AbortController();
  const speaking = expect(speak('openai', GOOD_KEY, cancelling.signal)).rejects.toThrow('enough');
  await expect.poll(() => models.requests.length, { timeout: 20_000 }).toBe(1);
  cancelling.abort(new Error('enough'));
  await speaking;
});

it.each(['anthropic', 'ollama', 'openai-compatible', 'local'] as const)('has no voice of %s', (provider) => {
  expect(providerVoice({ provider, apiKey: GOOD_KEY, baseUrl: null })).toBeNull();
});
