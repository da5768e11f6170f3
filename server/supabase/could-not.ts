import { AppError } from '../errors.ts';

/** Wraps Supabase's error in an AppError unavailable. `what` follows "could not", such as "read the settings". */
export function couldNot(what: string, error: { message: string }): AppError {
  return new AppError('unavailable', `Supabase could not ${what}: ${error.message}`, { cause: error });
}

/** Unwraps the data of a Supabase answer. Throws couldNot for an error or missing data. */
export function dataOf<T>(
  { data, error }: { data: T; error: { message: string } | null },
  what: string,
): NonNullable<T> {
  if (error || data === null || data === undefined) throw couldNot(what, error ?? { message: 'no answer' });
  return data;
}
