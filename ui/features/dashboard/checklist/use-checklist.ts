import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { firstStepsQuery, useStats } from '@/features/dashboard/queries.ts';
import { useSupabase } from '@/lib/supabase.ts';

export const STEPS = ['project', 'posts', 'account', 'published'] as const;
export type Step = (typeof STEPS)[number];

/** The localStorage key that records that the list has ended: all steps were done once, or the user closed it. */
const STORAGE_KEY = 'dashboard.checklist';
const ENDED = 'ended';

/** The state of the first steps; `steps` is undefined until known, and null if the list is not to be shown. */
export function useChecklist() {
  const [isEnded, setEnded] = useState(() => localStorage.getItem(STORAGE_KEY) === ENDED);
  const stats = useStats();
  const first = useQuery({ ...firstStepsQuery(useSupabase()), enabled: !isEnded });
  const hasFailed = stats.isError || first.isError;
  const steps: Record<Step, boolean> | undefined = stats.data &&
    first.data && {
      project: first.data.hasProject,
      posts: stats.data.contentCreated > 0,
      account: stats.data.accounts.length > 0,
      published: first.data.hasPublished,
    };
  const isDone = steps !== undefined && STEPS.every((step) => steps[step]);

  useEffect(() => {
    if (isDone) localStorage.setItem(STORAGE_KEY, ENDED);
  }, [isDone]);

  return {
    steps: isEnded || isDone || hasFailed ? null : steps,
    end() {
      localStorage.setItem(STORAGE_KEY, ENDED);
      setEnded(true);
    },
    begin() {
      localStorage.removeItem(STORAGE_KEY);
      setEnded(false);
    },
  };
}
