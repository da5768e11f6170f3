import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets without leaking them, or their lengths, through timing. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
