import { invalidKey } from './error.ts';

/** The characters that a hosted project allows in object names. */
const ALLOWED = /^[\w/!.*'() &$@=;:+,?-]+$/;
/** Supabase allows 1024 bytes. */
const KEY_MAX_LENGTH = 1024;

/**
 * Validates an object's name and returns it. Refuses empty, `.` and `..` segments, and characters that are special to a
 * file system.
 */
export function checkKey(key: string): string {
  const odd = key.split('/').some((segment) => ['', '.', '..'].includes(segment));
  if (odd || key.length > KEY_MAX_LENGTH || !ALLOWED.test(key)) throw invalidKey(printable(key));
  return key;
}

/** Decodes a part of a URL's path. StorageError 400 when the encoding is invalid. */
export function decodePart(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw invalidKey(encoded);
  }
}

function printable(key: string): string {
  return key.replace(/\p{Cc}/gu, '');
}
