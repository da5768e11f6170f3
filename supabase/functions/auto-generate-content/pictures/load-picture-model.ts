import type { generateImage } from 'ai';
import type { ModelChoice } from '../../../../shared/ai.ts';
import { AI_PROVIDERS } from '../../../../shared/ai-providers.ts';
import { GenerationError } from '../generation-error.ts';
import { PICTURE_MESSAGES } from './messages.ts';

type Call = Parameters<typeof generateImage>[0];

/**
 * A picture model of the AI SDK, with how to ask it for a portrait picture. `plain` is for servers that do not know the
 * size.
 */
export type PictureModel = {
  model: Call['model'];
  options: Pick<Call, 'size' | 'aspectRatio' | 'providerOptions'>;
  plain?: Pick<Call, 'providerOptions'>;
};

/** 4:5, as the drawn cards are and as Instagram shows at most. */
const PORTRAIT = { size: '1024x1280', aspectRatio: '4:5' } as const;
/** The nearest that older models know. */
const FIXED_PORTRAIT = { size: '1024x1536', aspectRatio: '3:4' } as const;

/**
 * Loads the provider's package, and nothing of the others. GenerationError conflict for a provider without such models.
 */
export async function loadPictureModel(choice: ModelChoice, fetch: typeof globalThis.fetch): Promise<PictureModel> {
  const { provider, model } = choice;
  const apiKey = choice.apiKey ?? '';
  const baseURL = choice.baseUrl ?? AI_PROVIDERS[provider].baseUrl ?? '';
  if (AI_PROVIDERS[provider].pictureExample === null)
    throw new GenerationError('conflict', PICTURE_MESSAGES.none(choice));
  if (provider === 'google') {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    const { aspectRatio } = model.startsWith('imagen') ? FIXED_PORTRAIT : PORTRAIT;
    return { model: createGoogleGenerativeAI({ apiKey, baseURL, fetch }).image(model), options: { aspectRatio } };
  }
  if (provider === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const { size } = /^(chatgpt-image|gpt-image-1|dall-e)/.test(model) ? FIXED_PORTRAIT : PORTRAIT;
    // A JPEG is a tenth of the size, and medium quality a quarter of the price.
    const openai = /^(chatgpt|gpt)-image/.test(model) ? { quality: 'medium', outputFormat: 'jpeg' } : {};
    const providerOptions = { openai };
    const loaded = createOpenAI({ apiKey, baseURL, fetch }).image(model);
    return { model: loaded, options: { size, providerOptions }, plain: { providerOptions } };
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const server = createOpenAICompatible({ name: provider, baseURL, fetch, ...(apiKey && { apiKey }) });
  return { model: server.imageModel(model), options: { size: PORTRAIT.size }, plain: {} };
}
