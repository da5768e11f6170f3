import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadActivity } from '@/features/dashboard/load-activity.ts';
import { loadStats } from '@/features/dashboard/load-stats.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** The counts of the stat cards; a failure is only logged (§8). */
export function useStats() {
  const supabase = useSupabase();
  return useLogged(useQuery({ queryKey: ['dashboard', 'stats'], queryFn: () => loadStats(supabase), staleTime: 0 }));
}

/** The lines of Recent Activity; a failure is only logged (§8). */
export function useActivity() {
  const supabase = useSupabase();
  return useLogged(
    useQuery({ queryKey: ['dashboard', 'activity'], queryFn: () => loadActivity(supabase), staleTime: 0 }),
  );
}

function useLogged<Result extends { error: Error | null }>(result: Result): Result {
  useEffect(() => {
    if (result.error) console.error('The dashboard could not be loaded.', result.error);
  }, [result.error]);
  return result;
}
