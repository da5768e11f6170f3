import type { OutgoingPost, PublishedPart } from '../../publisher.ts';

/** How long before a post's time it may seem to be published: clocks differ. */
const MARGIN_MS = 10 * 60_000;
/** Limit of an assumed clock error. */
const BEHIND_MAX_MS = 24 * 3_600_000;

type Due = Pick<OutgoingPost, 'dueAt' | 'clock'>;

/**
 * The earliest time of a post by a platform's clock, in milliseconds since the epoch. `headers` are those of a recent
 * answer: their Date shows how far that clock is behind ours.
 */
export function mayBeThereSince(post: Due, headers: Headers, now: Date): number {
  const time = Date.parse(headers.get('date') ?? '');
  return Date.parse(post.dueAt) - MARGIN_MS - (Number.isNaN(time) ? 0 : behind(post, time, now));
}

/** The same when the platform's clock is known to match this machine's (`now`). */
export function mayBeThereSinceHere(post: Due, now: Date): number {
  return Date.parse(post.dueAt) - MARGIN_MS - behind(post, now.getTime(), now);
}

function behind({ clock }: Due, platformTime: number, now: Date): number {
  const ours = clock?.() ?? now;
  return Math.min(Math.max(ours.getTime() - platformTime, 0), BEHIND_MAX_MS);
}

/** The parts that later ones depend on: the first and the last known one. */
export function endsOf(known: readonly PublishedPart[] = []): PublishedPart[] {
  const last = known.at(-1);
  return last === undefined ? [] : [...known.slice(0, 1), ...(known.length > 1 ? [last] : [])];
}
