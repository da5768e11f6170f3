import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import type { DeliveredPost } from '@/domain/publishing/deliveries.ts';
import { isByHand } from '@/domain/publishing/deliveries.ts';

/** How the user left a post: published, settled in another way, or postponed. */
export type Outcome = 'posted' | 'settled' | 'later';

/** The posts to go through, fixed when the flow began, and its progress. */
type Turns = { ids: readonly string[]; at: number; outcomes: Readonly<Record<string, Outcome>> };

/** Sorts posts: those to publish by hand first, then those to decide on; earliest first within both. */
export function inTurn(posts: readonly DeliveredPost[]): DeliveredPost[] {
  const rank = ({ post_deliveries }: DeliveredPost) => (post_deliveries.some(isByHand) ? 0 : 1);
  return posts.toSorted(
    (a, b) =>
      rank(a) - rank(b) || Date.parse(a.scheduled_time) - Date.parse(b.scheduled_time) || (a.id < b.id ? -1 : 1),
  );
}

const NAME = 'post';
/** Replaces a post's id once all have been gone through. */
const END = 'end';

/**
 * The flow over the posts that need the user. The current one is in the URL's query (`post=<id>`), so that a reload and
 * the return from /auth resume at it, with the outcomes so far.
 */
export function useTurns(posts: readonly DeliveredPost[]) {
  const [query, setQuery] = useSearchParams();
  const [turns, setTurns] = useState<Turns>(() => keptTurns(posts, query.get(NAME)) ?? startAt(posts, query.get(NAME)));
  const { ids, at, outcomes } = turns;
  useEffect(() => sessionStorage.setItem(KEPT, JSON.stringify(turns)), [turns]);

  function go(next: Turns) {
    setTurns(next);
    setQuery({ [NAME]: next.ids[next.at] ?? END }, { replace: true, preventScrollReset: true });
  }

  return {
    current: ids[at],
    at,
    count: ids.length,
    /** Whether the current one was shown before. */
    isBack: outcomes[ids[at] ?? ''] !== undefined,
    /** Whether the previous post was published, so that this one may be prepared. */
    isAfterPosted: outcomes[ids[at - 1] ?? ''] === 'posted' && outcomes[ids[at] ?? ''] === undefined,
    postedIds: ids.filter((id) => outcomes[id] === 'posted'),
    laterIds: ids.filter((id) => outcomes[id] === 'later'),
    /** The posts added since the flow began. */
    newPosts: posts.filter(({ id }) => !ids.includes(id)),
    leave: (outcome: Outcome) =>
      go({ ids, at: at + 1, outcomes: { ...outcomes, ...(ids[at] && { [ids[at]]: outcome }) } }),
    /** Leaves the current one and all after it for later. */
    stop: () =>
      go({
        ids,
        at: ids.length,
        outcomes: { ...Object.fromEntries(ids.slice(at).map((id) => [id, 'later'])), ...outcomes },
      }),
    /** Returns to a post whose outcome was undone, possibly from another screen. */
    comeBack: (id: string) =>
      setTurns((now) =>
        now.ids.includes(id) ? { ...now, at: now.ids.indexOf(id), outcomes: { ...now.outcomes, [id]: 'later' } } : now,
      ),
    begin: (next: readonly string[]) => go({ ids: next, at: 0, outcomes: {} }),
  };
}

function startAt(posts: readonly DeliveredPost[], id: string | null): Turns {
  const ids = inTurn(posts).map((post) => post.id);
  return { ids, at: Math.max(0, ids.indexOf(id ?? '')), outcomes: {} };
}

const KEPT = 'your-turn';
const keptSchema = z.object({
  ids: z.array(z.string()).max(100),
  outcomes: z.record(z.string(), z.enum(['posted', 'settled', 'later'])),
});

/** The flow as this tab left it, without posts that were settled elsewhere; null if it did not contain `id`. */
function keptTurns(posts: readonly DeliveredPost[], id: string | null): Turns | null {
  if (id === null) return null;
  try {
    const { ids: all, outcomes } = keptSchema.parse(JSON.parse(sessionStorage.getItem(KEPT) ?? 'null'));
    const current = id === END ? all.length : all.indexOf(id);
    if (current < 0) return null;
    const isLeft = (one: string) => outcomes[one] !== undefined || posts.some((post) => post.id === one);
    return { ids: all.filter(isLeft), at: all.slice(0, current).filter(isLeft).length, outcomes };
  } catch {
    return null;
  }
}
