import { APICallError } from 'ai';
import type { ModelChoice } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../../shared/ai/providers.ts';
import { GenerationError } from '../../generation-error.ts';
import { MODEL_MESSAGES } from './messages.ts';
import { type Failure, failureOfStatus, unreachable } from './status-failure.ts';

const MAX_TRIES = 3;
/** Delays before the second and third attempt, if the provider sends no Retry-After. */
const RETRY_DELAYS_MS = [1_000, 4_000];
/** A longer Retry-After ends the attempts. */
const RETRY_DELAY_MAX_MS = 30_000;
/** Time limits for one answer; a local model may need minutes. */
const TIMEOUT_MS = { remote: 120_000, local: 600_000 };

/** An abort signal, and replacements for tests. */
export type AskOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  pause?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
};

/**
 * Calls a provider, with retries. GenerationError with the remedy if there was no response; rejects with the signal's
 * reason on abort.
 */
export async function withRetries<T>(
  choice: ModelChoice,
  { signal, pause = sleep }: Pick<AskOptions, 'signal' | 'pause'>,
  ask: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (thrown) {
      signal?.throwIfAborted();
      if (thrown instanceof GenerationError) throw thrown;
      const { error, retry } = failureOf(thrown, choice);
      const wait = retry && (retry.afterMs ?? RETRY_DELAYS_MS[attempt - 1] ?? 0);
      if (wait === null || attempt >= MAX_TRIES || wait > RETRY_DELAY_MAX_MS) throw error;
      await pause(wait, signal);
    }
  }
}

/** Time limit for one answer of a provider, in ms. */
export function timeoutOf({ provider }: Pick<ModelChoice, 'provider'>): number {
  return AI_PROVIDERS[provider].isLocal ? TIMEOUT_MS.local : TIMEOUT_MS.remote;
}

/** Calls `ask` with a signal that also aborts after `limitMs`. Throws `tooSlow()` on a timeout. */
export async function withTimeout<T>(
  limitMs: number,
  signal: AbortSignal | undefined,
  tooSlow: () => GenerationError,
  ask: (abortSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(limitMs);
  try {
    return await ask(signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (thrown) {
    if (!timeout.aborted || signal?.aborted) throw thrown;
    throw tooSlow();
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

/** Converts an error of the AI SDK to a message for the user; rethrows any other error. */
function failureOf(thrown: unknown, choice: ModelChoice): Failure {
  if (!APICallError.isInstance(thrown)) throw thrown;
  const { statusCode: status, message, responseBody: body = '', responseHeaders: headers = {} } = thrown;
  if (status === undefined) return unreachable(thrown.cause, choice);
  if (status >= 400) return failureOfStatus({ status, message, body, headers }, choice);
  return { error: new GenerationError('unavailable', MODEL_MESSAGES.broken(choice)), retry: { afterMs: null } };
}
