import { APICallError } from 'ai';
import type { ModelChoice } from '../../../../../shared/ai.ts';
import { GenerationError } from '../../generation-error.ts';
import { MODEL_MESSAGES } from './messages.ts';
import { type Failure, failureOfStatus, unreachable } from './status-failure.ts';

/** Tells what a thrown error of the AI SDK means, in words for people; throws again what is none. */
export function failureOf(thrown: unknown, choice: ModelChoice): Failure {
  if (!APICallError.isInstance(thrown)) throw thrown;
  const { statusCode: status, message, responseBody: body = '', responseHeaders: headers = {} } = thrown;
  if (status === undefined) return unreachable(thrown.cause, choice);
  if (status >= 400) return failureOfStatus({ status, message, body, headers }, choice);
  return { error: new GenerationError('unavailable', MODEL_MESSAGES.broken(choice)), retry: { afterMs: null } };
}

/** The server knows no JSON schemas, or not in this form. */
export function isSchemaRefused(thrown: unknown): boolean {
  if (!APICallError.isInstance(thrown) || (thrown.statusCode !== 400 && thrown.statusCode !== 422)) return false;
  return /response_format|json_schema|structured output/i.test(`${thrown.message} ${thrown.responseBody ?? ''}`);
}
