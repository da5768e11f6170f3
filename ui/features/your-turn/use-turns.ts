import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DeliveredPost } from '@/domain/publishing/deliveries.ts';
import { isByHand } from '@/domain/publishing/deliveries.ts';

/** How the user left a post: published, settled in another way, or to be looked at another time. */
export type Outcome = 'posted' | 'settled' | 'later';

/** The posts to go through, as they were when the flow began, and where it stands. */
type Turns = { ids: readonly string[]; at: number; outcomes: Readonly<Record<string, Outcome>> };

/** By hand first, then what is to be decided; the earliest first among both. */
export function inTurn(posts: readonly DeliveredPost[]): DeliveredPost[] {
  const rank = ({ post_deliveries }: DeliveredPost) => (post_deliveries.some(isByHand) ? 0 : 1);
  return posts.toSorted(
    (a, b) =>
      rank(a) - rank(b) || Date.parse(a.scheduled_time) - Date.parse(b.scheduled_time) || (a.id < b.id ? -1 : 1),
  );
}

const NAME = 'post';

/**
 * The flow over the posts that need the user. The current one is in the URL's query (`post=<id>`), so that a reload
 * and the return from /auth stay with it.
 */
export function useTurns(posts: readonly DeliveredPost[]) {
  const [query, setQuery] = useSearchParams();
  const [turns, setTurns] = useState<Turns>(() => {
    const ids = inTurn(posts).map(({ id }) => id);
    return { ids, at: Math.max(0, ids.indexOf(query.get(NAME) ?? '')), outcomes: {} };
  });
  const { ids, at, outcomes } = turns;

  function go(next: Turns) {
    setTurns(next);
    const id = next.ids[next.at];
    setQuery(id ? { [NAME]: id } : {}, { replace: true, preventScrollReset: true });
  }

  return {
    current: ids[at],
    at,
    count: ids.length,
    /** The current one came up before. */
    isBack: outcomes[ids[at] ?? ''] !== undefined,
    postedCount: Object.values(outcomes).filter((outcome) => outcome === 'posted').length,
    laterIds: ids.filter((id) => outcomes[id] === 'later'),
    /** Those that have come up since. */
    newPosts: posts.filter(({ id }) => !ids.includes(id)),
    leave: (outcome: Outcome) =>
      go({ ids, at: at + 1, outcomes: { ...outcomes, ...(ids[at] && { [ids[at]]: outcome }) } }),
    /** To a post whose outcome was taken back, possibly from another screen by then. */
    comeBack: (id: string) =>
      setTurns((now) =>
        now.ids.includes(id) ? { ...now, at: now.ids.indexOf(id), outcomes: { ...now.outcomes, [id]: 'later' } } : now,
      ),
    begin: (next: readonly string[]) => go({ ids: next, at: 0, outcomes: {} }),
  };
}
