import type { ModelChoice } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../../shared/ai/providers.ts';
import { GenerationError } from '../../generation-error.ts';
import { MODEL_MESSAGES } from './messages.ts';

/** Maximum characters of a provider's message shown to users. */
const REASON_MAX = 200;

/**
 * A failed call. `retry` is null if another attempt will not help; `afterMs` is the delay requested by the provider, or
 * null.
 */
export type Failure = { error: GenerationError; retry: { afterMs: number | null } | null };

/** An error response: `message` is the provider's own sentence, `body` the whole response. */
export type Refusal = { status: number; message: string; body: string; headers: Record<string, string> };

/** Converts a provider's error response to a message for users. Removes the API key, which some providers echo. */
export function failureOfStatus({ status, message, body, headers }: Refusal, choice: ModelChoice): Failure {
  const text = `${message} ${body}`;
  const reason = withoutKey(sentence(message), choice);
  if (status === 401 || /api[_ ]key[_ ](not valid|invalid)|invalid[_ ]api[_ ]key/i.test(text))
    return final('conflict', MODEL_MESSAGES.wrongKey(choice));
  if (status === 402 || /insufficient_quota|credit balance|insufficient (balance|credit)/i.test(text))
    return final('conflict', MODEL_MESSAGES.noQuota(choice));
  if (status === 403) return final('conflict', MODEL_MESSAGES.forbidden(choice, reason));
  if (status === 404) return final('conflict', MODEL_MESSAGES.modelUnknown(choice));
  if (status === 429) {
    const afterMs = retryAfter(headers);
    const seconds = afterMs === null ? null : afterMs / 1000;
    return {
      error: new GenerationError('rate_limited', MODEL_MESSAGES.rateLimited(choice, seconds)),
      retry: { afterMs },
    };
  }
  if (status >= 500 || status === 408) {
    const error = new GenerationError('unavailable', MODEL_MESSAGES.down(choice, status));
    return { error, retry: { afterMs: retryAfter(headers) } };
  }
  return final('conflict', MODEL_MESSAGES.rejected(choice, reason));
}

/** The message in a provider's error body; all providers have a `message` field somewhere in it. */
export function reasonIn(body: string): string {
  return /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? 'It does not say why.';
}

/**
 * The delay that a provider requests in `retry-after-ms` or `Retry-After` (seconds or a date), in ms; null if absent.
 */
function retryAfter(headers: Record<string, string>): number | null {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (ms >= 0) return ms;
  const wanted = headers['retry-after'] ?? '';
  const seconds = Number.parseFloat(wanted);
  const wait = /^\s*\d/.test(wanted) ? seconds * 1000 : Date.parse(wanted) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** The failure of a request without a response; `cause` is the error that fetch threw. */
export function unreachable(cause: unknown, choice: ModelChoice): Failure {
  const address = choice.baseUrl ?? AI_PROVIDERS[choice.provider].baseUrl ?? '';
  const error = new GenerationError('unavailable', MODEL_MESSAGES.unreachable(choice, address));
  // No server listens there, so a quick retry will not help.
  const isUnreachable = /ECONNREFUSED|ENOTFOUND|refused/i.test(`${String(cause)} ${causeCode(cause)}`);
  return isUnreachable ? { error, retry: null } : { error, retry: { afterMs: null } };
}

function causeCode(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  return typeof inner === 'object' && inner !== null && 'code' in inner ? String(inner.code) : '';
}

function final(code: GenerationError['code'], message: string): Failure {
  return { error: new GenerationError(code, message), retry: null };
}

function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const short = line.length > REASON_MAX ? `${line.slice(0, REASON_MAX)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function withoutKey(text: string, { apiKey }: ModelChoice): string {
  return apiKey ? text.replaceAll(apiKey, '[hidden]') : text;
}
