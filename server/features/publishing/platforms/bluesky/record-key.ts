import { createHash } from 'node:crypto';

/** Characters of a TID in the order in which they sort. */
const SORTED = '234567abcdefghijklmnopqrstuvwxyz';
const TID_LENGTH = 13;
/** The low bits are the "clock identifier". */
const CLOCK_BITS = 10n;
/** How many microseconds after it was due a post seems to be made: about a second, by its key. */
const SPREAD_BITS = 20n;

/**
 * The record key of a part of a post: a TID (https://atproto.com/specs/tid) that is the same whenever it is asked for.
 * Parts sort in their order, and posts by when they were due; the delivery's key fills the 30 bits below the second.
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
 * When a part says that it was made: when the post was first sent, since a feed sorts by it and would bury a late post,
 * and a millisecond after the part before, so that a thread sorts. The time it was due where the first time is not known.
 */
export function createdAt(post: { dueAt: string; sentAt?: string | undefined }, part: number): string {
  return new Date(Date.parse(post.sentAt ?? post.dueAt) + part).toISOString();
}
