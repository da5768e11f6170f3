import { UNREACHABLE } from '@/features/accounts/messages.ts';

/** What Supabase said about a failed call; what to do about it where it could not be reached. */
export function serverWords(error: unknown): string {
  // fetch itself fails with a TypeError, whose words are the browser's own.
  if (error instanceof TypeError || !(error instanceof Error)) return UNREACHABLE;
  return error.message;
}
