import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { memoryMessages as words } from '@/domain/memory/messages.ts';
import { similarPostsQuery } from '@/domain/memory/similar-query.ts';
import { problemMessages } from '@/domain/publishing/messages.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import type { Problem } from '@/features/compose/checks/problem.ts';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import type { Composer } from '@/features/compose/draft/composer.ts';
import { type Draft, withVersion } from '@/features/compose/draft/draft.ts';
import { useAgent } from '@/lib/agent.ts';
import { paths } from '@/lib/paths.ts';
import type { SimilarPosted } from '../../../../shared/memory/memory.ts';
import { nearDuplicateInWords } from '../../../../shared/memory/near-duplicate.ts';

/** The pause in typing after which earlier posts are looked up, in milliseconds. */
const PAUSE_MS = 700;

type Given = { draft: Draft; destinations: readonly ChosenDestination[]; isFixed: boolean };

/**
 * Earlier posts that resemble the shared text, looked up when typing pauses; a warning for each account that received a
 * near-duplicate; and a function that takes over an earlier text.
 */
export function usePostedBefore(id: string, composer: Composer, { draft, destinations, isFixed }: Given) {
  const agent = useAgent();
  const timeZone = useTimeZone();
  const text = useSettled(draft.main.caption, PAUSE_MS);
  const query = similarPostsQuery(agent, text, id);
  const { data } = useQuery({ ...query, enabled: query.enabled && !isFixed });
  const posts = query.enabled && !isFixed && data ? data : NONE;
  const problems = useMemo(
    () => nearProblems(posts, draft, destinations, timeZone),
    [posts, draft, destinations, timeZone],
  );

  function use(caption: string) {
    const before = composer.getState().draft.main;
    composer.edit((now) => withVersion(now, ALL, { ...now.main, caption }));
    const undo = () => composer.edit((now) => withVersion(now, ALL, before));
    toast.success(words.used, { action: { label: words.undo, onClick: undo } });
  }

  return { posts, problems, use };
}

const NONE: readonly SimilarPosted[] = [];
const ALL = { kind: 'all' } as const;

/** Destinations with a separate text are checked when the post is scheduled. */
function nearProblems(
  posts: readonly SimilarPosted[],
  { byPlatform, byAccount }: Draft,
  destinations: readonly ChosenDestination[],
  timeZone: string,
): Problem[] {
  return destinations.flatMap(({ platform, account }): Problem[] => {
    if (byPlatform[platform] || (account && byAccount[account.id])) return [];
    for (const { id, postId, likeness, isOut, places } of posts) {
      const there = places.find((one) => one.platform === platform && one.accountId === (account?.id ?? null));
      if (likeness === null || !there) continue;
      const text = nearDuplicateInWords({ ...there, likeness, isOut }, { timeZone, now: new Date() });
      const url = postId === null ? there.url : paths.postPanel(id);
      return [{ text, isWarning: true, mends: url ? [{ kind: 'visit', url, link: problemMessages.openEarlier }] : [] }];
    }
    return [];
  });
}

/** The value, once it has been unchanged for `ms` milliseconds. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
