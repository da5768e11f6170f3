import { invalidKey } from './error.ts';

/** The characters that a hosted project allows in the names of objects. */
const ALLOWED = /^[\w/!.*'() &$@=;:+,?-]+$/;
/** Supabase allows 1024 bytes. */
const KEY_MAX_LENGTH = 1024;

/**
 * The name of an object, checked: no empty, `.` or `..` segment, none of the characters that mean something to a disk.
 */
export function checkKey(key: string): string {
  const odd = key.split('/').some((segment) => ['', '.', '..'].includes(segment));
  if (odd || key.length > KEY_MAX_LENGTH || !ALLOWED.test(key)) throw invalidKey(printable(key));
  return key;
}

/** Part of a URL's path as it was meant. */
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
