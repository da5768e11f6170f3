import type { StopSignal } from './site.ts';
import { stopOfWords } from './words.ts';

/** The signal of an API response: a stop signal, or an unknown refusal. */
export type AnswerSignal = StopSignal | 'unknown_notice';

/** Stop signals by the `message` or `error_type` of a response, whatever its status. */
const STOP_CODES: ReadonlyMap<unknown, StopSignal> = new Map([
  ['feedback_required', 'feedback_required'],
  ['checkpoint_required', 'checkpoint'],
  ['challenge_required', 'challenge'],
  ['two_factor_required', 'two_factor'],
  ['login_required', 'login'],
  ['user_has_logged_out', 'login'],
] as const);

/** Statuses whose bodies state the reason for the refusal. */
const REFUSALS: readonly number[] = [400, 401, 403];
/** How many errors, and fields of `data`, of a GraphQL response are read, and how many characters of a message. */
const PARTS_MAX = 20;
const MESSAGE_MAX_CHARS = 600;
/** A response without any of these words contains no refusal and need not be parsed. */
const STOP_MARKERS = /_required|logged_out|"fail"|"spam"/;

type Fields = { message?: unknown; error_type?: unknown; status?: unknown; spam?: unknown };

/** The signal of an API response, or null; `body` is its text, which is not trusted. */
export function stopOfAnswer(status: number, body: string): AnswerSignal | null {
  if (status === 429) return 'rate_limited';
  const isRefusal = REFUSALS.includes(status);
  if (!isRefusal && (status >= 300 || !STOP_MARKERS.test(body))) return null;
  const parts = partsOf(body);
  for (const { message, error_type, spam, status: outcome } of parts) {
    const stop = STOP_CODES.get(message) ?? STOP_CODES.get(error_type);
    if (stop) return stop;
    if (spam === true && outcome === 'fail') return 'feedback_required';
  }
  if (!isRefusal) return null;
  for (const { message } of parts) {
    const stop = typeof message === 'string' ? stopOfWords(message.slice(0, MESSAGE_MAX_CHARS)) : null;
    if (stop) return stop;
  }
  // A signed-in user is refused like this only for a reason.
  return status === 401 && parts[0]?.status === 'fail' ? 'unknown_notice' : null;
}

/** The response, and the parts of GraphQL's `errors` and `data` that may contain a refusal. */
function partsOf(body: string): Fields[] {
  const answer = objectOf(parsed(body));
  if (!answer) return [];
  const errors = Array.isArray(answer.errors) ? answer.errors : [];
  const data = objectOf(answer.data);
  const inner = [...errors.slice(0, PARTS_MAX), ...Object.values(data ?? {}).slice(0, PARTS_MAX)];
  return [answer, ...inner.map(objectOf).filter((part) => part !== null)];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^for \(;;\);/, ''));
  } catch {
    return null;
  }
}

function objectOf(value: unknown): ({ [field: string]: unknown } & Fields) | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null;
}
