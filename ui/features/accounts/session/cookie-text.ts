import { importErrors } from '@/features/accounts/session/messages.ts';
import { formatSize } from '@/lib/file-size.ts';
import { COOKIE_FILE_MAX_BYTES } from '../../../../shared/account-session.ts';

/**
 * What is wrong with text that is to be imported as cookies, or null: there must be some, of at most
 * COOKIE_FILE_MAX_BYTES.
 */
export function cookieTextProblem(text: string): string | null {
  if (text.trim() === '') return importErrors.empty;
  const bytes = new TextEncoder().encode(text).length;
  return bytes > COOKIE_FILE_MAX_BYTES ? importErrors.tooLarge(formatSize(bytes)) : null;
}

/** The text of a file that was chosen or dropped, or what is wrong with it. A file that is too large is not read. */
export async function readCookieFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > COOKIE_FILE_MAX_BYTES) return { problem: importErrors.tooLarge(formatSize(file.size)) };
  try {
    return { text: await file.text() };
  } catch {
    return { problem: importErrors.unreadable };
  }
}
