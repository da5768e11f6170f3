import { GenerationError } from './generation-error.ts';
import { MESSAGES } from './messages.ts';

type Answer<T> = { data: T; error: null } | { data: null; error: { message: string } };

/**
 * The data of a Supabase answer; GenerationError unavailable when it failed. `doing` completes "the backend failed
 * while ...".
 */
export function dataOf<T>(answer: Answer<T>, doing: string): T {
  if (answer.error) throw new GenerationError('unavailable', MESSAGES.backendFailed(doing), { cause: answer.error });
  return answer.data;
}
