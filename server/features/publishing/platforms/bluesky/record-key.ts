import { createHash } from 'node:crypto';

/** The characters of a TID in sort order. */
const SORTED = '234567abcdefghijklmnopqrstuvwxyz';
const TID_LENGTH = 13;
/** The low bits are the "clock identifier". */
const CLOCK_BITS = 10n;
/** The range of microseconds after the due time in a post's key: about a second. */
const SPREAD_BITS = 20n;

/**
 * The deterministic record key of a part of a post: a TID (https://atproto.com/specs/tid). Parts sort in their order,
 * and posts by due time; the delivery's key fills the 30 bits below the second.
 */
export function recordKey(post: { key: string; dueAt: string }, part: number): string {
  const hash = createHash('sha256').update(post.key).digest().readBigUInt64BE();
  const micros = BigInt(Date.parse(post.dueAt)) * 1000n + (hash & ((1n << SPREAD_BITS) - 1n)) + BigInt(part);
  const clock = (hash >> SPREAD_BITS) & ((1n << CLOCK_BITS) - 1n);
  let rest = (micros << CLOCK_BITS) | clock;
  let key = '';
  for (let length = 0; length < TID_LENGTH; length += 1) {
    key = SORTED.charAt(Number(rest & 31n)) + key;
    rest >>= 5n;
  }
  return key;
}

/**
 * The creation time of a part: when the post was first sent, because feeds sort by it and would bury a late post, plus
 * a millisecond per part, to keep a thread in order. Based on the due time if the first time is unknown.
 */
export function createdAt(post: { dueAt: string; sentAt?: string | undefined }, part: number): string {
  return new Date(Date.parse(post.sentAt ?? post.dueAt) + part).toISOString();
}
