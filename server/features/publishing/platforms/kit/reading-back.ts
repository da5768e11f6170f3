import type { OutgoingPost, PublishedPart } from '../../publisher.ts';

/** Posts before the hour of the post by this much can be its own: clocks differ. */
const MARGIN_MS = 10 * 60_000;
/** No clock is taken to be wrong by more. */
const BEHIND_MAX_MS = 24 * 3_600_000;

type Due = Pick<OutgoingPost, 'dueAt' | 'clock'>;

/**
 * From when on a post may be there by the clock of a platform, which dates posts, in milliseconds since the epoch.
 * `headers` are those of an answer that has just come: its Date shows how far that clock is behind ours.
 */
export function mayBeThereSince(post: Due, headers: Headers, now: Date): number {
  const time = Date.parse(headers.get('date') ?? '');
  return Date.parse(post.dueAt) - MARGIN_MS - (Number.isNaN(time) ? 0 : behind(post, time, now));
}

/** The same where the platform's clock is known to be that of the machine (`now`). */
export function mayBeThereSinceHere(post: Due, now: Date): number {
  return Date.parse(post.dueAt) - MARGIN_MS - behind(post, now.getTime(), now);
}

function behind({ clock }: Due, platformTime: number, now: Date): number {
  const ours = clock?.() ?? now;
  return Math.min(Math.max(ours.getTime() - platformTime, 0), BEHIND_MAX_MS);
}

/** The parts that a later one hangs on: the first and the last of those that are known. */
export function endsOf(known: readonly PublishedPart[] = []): PublishedPart[] {
  const last = known.at(-1);
  return last === undefined ? [] : [...known.slice(0, 1), ...(known.length > 1 ? [last] : [])];
}
