import { AppError } from '../errors.ts';

/** Supabase's error as AppError unavailable: it "could not" do `what`, such as "read the settings". */
export function couldNot(what: string, error: { message: string }): AppError {
  return new AppError('unavailable', `Supabase could not ${what}: ${error.message}`, { cause: error });
}

/** The data that Supabase answered. Throws couldNot for an error, or for no data. */
export function dataOf<T>(
  { data, error }: { data: T; error: { message: string } | null },
  what: string,
): NonNullable<T> {
  if (error || data === null || data === undefined) throw couldNot(what, error ?? { message: 'no answer' });
  return data;
}
