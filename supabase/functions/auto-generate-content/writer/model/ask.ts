import type { ModelChoice } from '../../../../../shared/ai.ts';
import { GenerationError } from '../../generation-error.ts';
import { type Answer, callModel, type Question } from './call-model.ts';
import { failureOf } from './failure.ts';
import { loadModel } from './load-model.ts';

const MAX_TRIES = 3;
/** What a provider that does not say is given, before the second and the third try. */
const PAUSES_MS = [1_000, 4_000];
/** A provider that wants a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 30_000;

/** What tests replace, besides the signal. */
export type AskOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Waits between tries. */
  pause?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
};

/** Asks a model, as often as it takes. GenerationError with the remedy when no answer came; what is wrong with an answer is the caller's to mend. */
export type AskModel = <T>(question: Question<T>, options?: AskOptions) => Promise<Answer<T>>;

/** Makes a choice's model ready for questions. */
export async function openModel(choice: ModelChoice): Promise<AskModel> {
  const loaded = await loadModel(choice);
  return async (question, { signal, timeoutMs, pause = pauseFor } = {}) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await callModel(loaded, choice, question, { signal, timeoutMs });
      } catch (thrown) {
        signal?.throwIfAborted();
        if (thrown instanceof GenerationError) throw thrown;
        const { error, retry } = failureOf(thrown, choice);
        const wait = retry && (retry.afterMs ?? PAUSES_MS[attempt - 1] ?? 0);
        if (wait === null || attempt >= MAX_TRIES || wait > LONGEST_PAUSE_MS) throw error;
        await pause(wait, signal);
      }
    }
  };
}

function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
