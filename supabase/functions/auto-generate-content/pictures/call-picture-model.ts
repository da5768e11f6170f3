import { APICallError, generateImage, NoImageGeneratedError } from 'ai';
import type { ModelChoice } from '../../../../shared/ai.ts';
import { GenerationError } from '../generation-error.ts';
import type { Usage } from '../writer/model/call-model.ts';
import { limitAnswers } from '../writer/model/limit-answers.ts';
import { MODEL_MESSAGES } from '../writer/model/messages.ts';
import { timeoutOf, withTimeout } from '../writer/model/retry.ts';
import { loadPictureModel, type PictureModel } from './load-picture-model.ts';
import { PICTURE_MESSAGES } from './messages.ts';

/** Of an answer, which carries its picture as text: more than the largest that any model makes. */
const ANSWER_MAX_MB = 40;

/**
 * What came back: bytes that claim to be a picture, and the tokens that they took, or null where the provider does not
 * say.
 */
export type PictureAnswer = { bytes: Uint8Array; usage: Usage | null };

// Or the AI SDK would print its warnings among a command's output.
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Asks once. GenerationError bad_answer when the model made no picture of this, unavailable when it took too long;
 * otherwise throws what the AI SDK throws when no answer came.
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

/** The provider's filter did not let the prompt or the picture through. */
function isRefused(thrown: unknown): boolean {
  return isBadRequest(thrown, /moderation|content[_ ]policy|safety|prohibited/i);
}

/** The model knows other sizes, or none. */
function isSizeRefused(thrown: unknown): boolean {
  return isBadRequest(thrown, /\bsize\b|resolution|dimensions/i);
}

function isBadRequest(thrown: unknown, words: RegExp): boolean {
  if (!APICallError.isInstance(thrown) || (thrown.statusCode !== 400 && thrown.statusCode !== 422)) return false;
  return words.test(`${thrown.message} ${thrown.responseBody ?? ''}`);
}
