import type { ModelChoice } from '../../../../../shared/ai.ts';
import { type Answer, callModel, type Question } from './call-model.ts';
import { loadModel } from './load-model.ts';
import { type AskOptions, withRetries } from './retry.ts';

/**
 * Asks a model, as often as it takes. GenerationError with the remedy when no answer came; what is wrong with an answer
 * is the caller's to mend.
 */
export type AskModel = <T>(question: Question<T>, options?: AskOptions) => Promise<Answer<T>>;

/** Makes a choice's model ready for questions. */
export async function openModel(choice: ModelChoice): Promise<AskModel> {
  const loaded = await loadModel(choice);
  return (question, { timeoutMs, ...options } = {}) =>
    withRetries(choice, options, () => callModel(loaded, choice, question, { signal: options.signal, timeoutMs }));
}
