import { APICallError, generateImage, NoImageGeneratedError } from 'ai';
import type { ModelChoice } from '../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../shared/ai/providers.ts';
import { GenerationError } from '../generation-error.ts';
import type { Usage } from '../writers/model/call-model.ts';
import { limitAnswers } from '../writers/model/limit-answers.ts';
import { MODEL_MESSAGES } from '../writers/model/messages.ts';
import { timeoutOf, withTimeout } from '../writers/model/retry.ts';
import { PICTURE_MESSAGES } from './messages.ts';

/** Size limit of a response, which contains its picture as text: larger than any model's. */
const ANSWER_MAX_MB = 40;

/**
 * The bytes returned, not yet verified as a picture, and the tokens used; null if the provider does not report them.
 */
export type PictureAnswer = { bytes: Uint8Array; usage: Usage | null };

// Keeps the AI SDK's warnings out of the output of commands.
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Requests one picture, without retries. GenerationError bad_answer when the model made no picture, unavailable on a
 * timeout; otherwise rethrows the AI SDK's error if there was no response.
 */
export async function callPictureModel(
  choice: ModelChoice,
  prompt: string,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number | undefined },
): Promise<PictureAnswer> {
  const limit = limitAnswers(ANSWER_MAX_MB * 1024 * 1024);
  const loaded = await loadPictureModel(choice, limit.fetch);
  const limitMs = timeoutMs ?? timeoutOf(choice);
  const tooSlow = () => new GenerationError('unavailable', MODEL_MESSAGES.tooSlow(choice, limitMs / 1000));
  return withTimeout(limitMs, signal, tooSlow, async (abortSignal) => {
    try {
      return await askForOne(loaded, prompt, abortSignal);
    } catch (thrown) {
      if (limit.isExceeded()) throw refusal(PICTURE_MESSAGES.tooLarge(choice, ANSWER_MAX_MB));
      if (isRefused(thrown)) throw refusal(PICTURE_MESSAGES.refused(choice));
      if (NoImageGeneratedError.isInstance(thrown)) throw refusal(PICTURE_MESSAGES.missing(choice));
      throw thrown;
    }
  });
}

async function askForOne(
  { model, options, plain }: PictureModel,
  prompt: string,
  abortSignal: AbortSignal,
): Promise<PictureAnswer> {
  const ask = (how: PictureModel['options']) => generateImage({ model, prompt, maxRetries: 0, abortSignal, ...how });
  const { image, usage } = await ask(options).catch((thrown: unknown) => {
    if (!plain || !isSizeRefused(thrown)) throw thrown;
    return ask(plain);
  });
  const { inputTokens, outputTokens } = usage;
  const isCounted = inputTokens !== undefined && outputTokens !== undefined;
  return { bytes: image.uint8Array, usage: isCounted ? { inputTokens, outputTokens } : null };
}

function refusal(message: string): GenerationError {
  return new GenerationError('bad_answer', message);
}

/** The provider's filter rejected the prompt or the picture. */
function isRefused(thrown: unknown): boolean {
  return isBadRequest(thrown, /moderation|content[_ ]policy|safety|prohibited/i);
}

/** The model supports other sizes, or none. */
function isSizeRefused(thrown: unknown): boolean {
  return isBadRequest(thrown, /\bsize\b|resolution|dimensions/i);
}

function isBadRequest(thrown: unknown, words: RegExp): boolean {
  if (!APICallError.isInstance(thrown) || (thrown.statusCode !== 400 && thrown.statusCode !== 422)) return false;
  return words.test(`${thrown.message} ${thrown.responseBody ?? ''}`);
}

type Call = Parameters<typeof generateImage>[0];

/**
 * A picture model of the AI SDK, with its options for a portrait picture. `plain` has the options for servers that
 * reject the size.
 */
type PictureModel = {
  model: Call['model'];
  options: Pick<Call, 'size' | 'aspectRatio' | 'providerOptions'>;
  plain?: Pick<Call, 'providerOptions'>;
};

/** 4:5, like the drawn cards; the tallest that Instagram shows. */
const PORTRAIT = { size: '1024x1280', aspectRatio: '4:5' } as const;
/** The nearest format that older models support. */
const FIXED_PORTRAIT = { size: '1024x1536', aspectRatio: '3:4' } as const;

/** Loads only the chosen provider's package. GenerationError conflict for a provider without picture models. */
async function loadPictureModel(choice: ModelChoice, fetch: typeof globalThis.fetch): Promise<PictureModel> {
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
    // A JPEG has a tenth of the size, and medium quality costs a quarter.
    const openai = /^(chatgpt|gpt)-image/.test(model) ? { quality: 'medium', outputFormat: 'jpeg' } : {};
    const providerOptions = { openai };
    const loaded = createOpenAI({ apiKey, baseURL, fetch }).image(model);
    return { model: loaded, options: { size, providerOptions }, plain: { providerOptions } };
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const server = createOpenAICompatible({ name: provider, baseURL, fetch, ...(apiKey && { apiKey }) });
  return { model: server.imageModel(model), options: { size: PORTRAIT.size }, plain: {} };
}
