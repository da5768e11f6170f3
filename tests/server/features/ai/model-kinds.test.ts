import { expect, it } from 'vitest';
import { sortModels } from '../../../../server/features/ai/list-models.ts';

it.each([
  ['gpt-5-mini', 'writers'],
  ['o4-mini', 'writers'],
  ['claude-haiku-5-5', 'writers'],
  ['gemini-3.5-flash-lite', 'writers'],
  ['mistral-small-latest', 'writers'],
  ['qwen2.5-7b-instruct', 'writers'],
  ['gpt-image-2.5-flare', 'pictures'],
  ['chatgpt-image-latest', 'pictures'],
  ['dall-e-3', 'pictures'],
  ['gemini-3.1-flash-image', 'pictures'],
  ['imagen-4.0-generate-001', 'pictures'],
  ['black-forest-labs/FLUX.1-schnell', 'pictures'],
  ['stable-diffusion-3.5-large', 'pictures'],
  ['x/z-image-turbo', 'pictures'],
  ['text-embedding-3-small', 'neither'],
  ['nomic-embed-text', 'neither'],
  ['whisper-1', 'neither'],
  ['gpt-4o-mini-tts', 'neither'],
  ['gpt-4o-transcribe', 'neither'],
  ['gpt-realtime', 'neither'],
  ['omni-moderation-latest', 'neither'],
  ['sora-2', 'neither'],
  ['veo-3.1-generate-preview', 'neither'],
] as const)('%s is for %s', (id, kind) =>
  expect(sortModels([{ id }])).toEqual({ writers: [], pictures: [], ...(kind !== 'neither' && { [kind]: [id] }) }),
);

it('keeps the order of the provider, each once, and leaves out what answers to nothing that we ask', () => {
  const listed = [
    { id: 'b', methods: ['generateContent', 'countTokens'] },
    { id: 'a' },
    { id: 'b' },
    { id: 'c', methods: ['embedContent'] },
    { id: 'imagen-4', methods: ['predict'] },
  ];
  expect(sortModels(listed)).toEqual({ writers: ['b', 'a'], pictures: ['imagen-4'] });
});
