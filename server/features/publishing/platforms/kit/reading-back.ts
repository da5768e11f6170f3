import type { Found, OutgoingPost, PublishedPart } from '../../publisher.ts';

/** How far ahead of its due time a post may seem to be published, because clocks differ. */
const MARGIN_MS = 10 * 60_000;
/** The largest clock difference that is taken into account. */
const BEHIND_MAX_MS = 24 * 3_600_000;

type Due = Pick<OutgoingPost, 'dueAt' | 'clock'>;

/**
 * The earliest time at which a post may have been published, by the platform's clock, in milliseconds since the epoch.
 * `headers` are those of a recent answer: their Date shows how far that clock is behind ours.
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

/**
 * The known parts and those found after them. `reachesBack` if the search went far enough to rule out missing parts.
 */
export type PartsReadBack = { parts: PublishedPart[]; reachesBack: boolean };

/** The known parts and their successors among the account's posts, oldest first, each a reply to the one before. */
export async function successorsOf<Listed extends { id: string }>(
  post: OutgoingPost,
  known: readonly PublishedPart[],
  listed: readonly Listed[],
  isPart: (one: Listed, index: number, text: string, replyTo: string | null) => boolean,
  partOf: (one: Listed) => PublishedPart,
): Promise<PublishedPart[]> {
  const parts = [...known];
  const taken = new Set(await post.taken?.());
  const free = listed.filter(({ id }) => !taken.has(id));
  for (const [index, text] of post.parts.entries()) {
    if (index < known.length) continue;
    const replyTo = parts.at(-1)?.remoteId ?? null;
    const found = free.find((one) => isPart(one, index, text, replyTo));
    if (!found) break;
    parts.push(partOf(found));
  }
  return parts;
}

/**
 * Looks up a post, or the parts that follow its known ones. The search begins when the last known part was made, or
 * when the post was due.
 */
export async function findParts(
  post: OutgoingPost,
  {
    timeOf,
    readBack,
    tooMany,
  }: {
    /** When a part was made, by the platform's clock, in milliseconds since the epoch; null when it was deleted. */
    timeOf(part: PublishedPart): Promise<number | null>;
    readBack(known: readonly PublishedPart[], since: number | undefined): Promise<PartsReadBack>;
    /** Why it remains unclear whether the post exists. */
    tooMany: string;
  },
): Promise<Found> {
  const { known = [] } = post;
  let since: number | undefined;
  for (const part of endsOf(known)) {
    const madeAt = await timeOf(part);
    if (madeAt === null) return { found: 'gone' };
    since = madeAt;
  }
  const { parts, reachesBack } = await readBack(known, since);
  if (parts.length === post.parts.length) return { found: 'all', parts };
  if (parts.length > known.length || (reachesBack && known.length > 0)) return { found: 'some', parts };
  return reachesBack ? { found: 'none' } : { found: 'unclear', why: tooMany };
}
