import {
  APICallError,
  type FinishReason,
  generateText,
  type LanguageModelUsage,
  type ModelMessage,
  NoObjectGeneratedError,
  Output,
} from 'ai';
import { z } from 'zod';
import type { ModelChoice } from '../../../../shared/ai/ai.ts';
import { GenerationError } from '../../generation-error.ts';
import type { TextEngine } from '../local/text-engine.ts';
import { askEngine } from './ask-engine.ts';
import { type LoadedModel, loadModel } from './load-model.ts';
import { MODEL_MESSAGES } from './messages.ts';
import { type AskOptions, timeoutOf, withRetries, withTimeout } from './retry.ts';

/** Mostly for reasoning; a post needs a tenth of it. */
const MAX_OUTPUT_TOKENS = 16_000;
/** Maximum characters of a refusal shown to users. */
const REFUSAL_MAX = 160;

// Keeps the AI SDK's warnings out of the output of commands.
globalThis.AI_SDK_LOG_WARNINGS = false;

export type Question<T> = { system: string; messages: ModelMessage[]; schema: z.ZodType<T> };
export type Usage = { inputTokens: number; outputTokens: number };

/** A model's answer and usage: the value, or a `problem` for the model to fix, or a final `failure`. */
export type Answer<T> = { usage: Usage; text: string } & (
  | { kind: 'value'; value: T }
  | { kind: 'unreadable'; problem: string }
  | { kind: 'failure'; failure: GenerationError }
);

/**
 * Sends a question, without retries. Rethrows the AI SDK's error if there was no response; GenerationError unavailable
 * on a timeout.
 */
export async function callModel<T>(
  { model, plain }: LoadedModel,
  choice: ModelChoice,
  question: Question<T>,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number | undefined },
): Promise<Answer<T>> {
  const limitMs = timeoutMs ?? timeoutOf(choice);
  const tooSlow = () => new GenerationError('unavailable', MODEL_MESSAGES.tooSlow(choice, limitMs / 1000));
  return withTimeout(limitMs, signal, tooSlow, (abortSignal) =>
    send(model, question, choice, abortSignal).catch((thrown: unknown) => {
      if (!plain || !isSchemaRefused(thrown)) throw thrown;
      const shape = `Answer with one JSON object and nothing else, by this JSON schema:\n${JSON.stringify(z.toJSONSchema(question.schema))}`;
      return send(plain, { ...question, system: `${question.system}\n\n${shape}` }, choice, abortSignal);
    }),
  );
}

async function send<T>(
  model: LoadedModel['model'],
  { system, messages, schema }: Question<T>,
  choice: ModelChoice,
  abortSignal: AbortSignal,
): Promise<Answer<T>> {
  try {
    const result = await generateText({
      model,
      system,
      messages,
      output: Output.object({ schema, name: 'answer' }),
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      abortSignal,
      providerOptions: { openai: { store: false } },
    });
    const { text, finishReason } = result;
    const said = { usage: countOf(result.usage), text };
    const failure = failureToFinish(finishReason, text, choice);
    if (failure) return { ...said, kind: 'failure', failure };
    return { ...said, kind: 'value', value: result.output };
  } catch (thrown) {
    if (!NoObjectGeneratedError.isInstance(thrown)) throw thrown;
    const { text = '', finishReason, usage } = thrown;
    const said = { usage: countOf(usage), text };
    const failure = failureToFinish(finishReason, text, choice);
    if (failure) return { ...said, kind: 'failure', failure };
    return { ...said, kind: 'unreadable', problem: problemOf(thrown) };
  }
}

/** The failure of an incomplete or refused answer; null for a complete one. */
function failureToFinish(reason: FinishReason | undefined, text: string, choice: ModelChoice): GenerationError | null {
  if (reason === 'content-filter') {
    const words = text.replace(/\s+/g, ' ').trim().slice(0, REFUSAL_MAX);
    return new GenerationError('bad_answer', MODEL_MESSAGES.refused(choice, words));
  }
  return reason === 'length' ? new GenerationError('bad_answer', MODEL_MESSAGES.cut(choice)) : null;
}

/** The problem with the JSON, in one line. */
function problemOf({ cause, text }: NoObjectGeneratedError): string {
  if (!text?.trim()) return 'The answer was empty.';
  const inner = cause instanceof Error ? cause.cause : undefined;
  if (inner instanceof z.ZodError)
    return `The answer does not fit the schema: ${z.prettifyError(inner).replace(/\s*\n\s*/g, ' ')}.`;
  return 'The answer was not valid JSON.';
}

function countOf(usage: LanguageModelUsage | undefined): Usage {
  return { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 };
}

/**
 * Asks a model, with retries. GenerationError with the remedy if there was no response; the caller handles invalid
 * answers.
 */
export type AskModel = <T>(question: Question<T>, options?: AskOptions) => Promise<Answer<T>>;

/** Prepares the chosen model. A local model needs the agent's `engine`; GenerationError conflict without it. */
export async function openModel(choice: ModelChoice, engine?: TextEngine): Promise<AskModel> {
  if (choice.provider === 'local' && engine) return askEngine(engine, choice);
  const loaded = await loadModel(choice);
  return (question, { timeoutMs, ...options } = {}) =>
    withRetries(choice, options, () => callModel(loaded, choice, question, { signal: options.signal, timeoutMs }));
}

/** Whether the server rejected the JSON schema because it does not support schemas, or not in this form. */
function isSchemaRefused(thrown: unknown): boolean {
  if (!APICallError.isInstance(thrown) || (thrown.statusCode !== 400 && thrown.statusCode !== 422)) return false;
  return /response_format|json_schema|structured output/i.test(`${thrown.message} ${thrown.responseBody ?? ''}`);
}
