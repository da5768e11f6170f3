import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import { CHANNEL_WARNING_DAYS } from '../../../../shared/publishing/channel.ts';
import type { ChannelsRow } from '../../../../shared/workspace/database.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Every channel. Fails with Supabase's error. */
export function channelsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['channels'],
    queryFn: async ({ signal }): Promise<ChannelsRow[]> =>
      (await supabase.from('channels').select('*').abortSignal(signal).retry(false).throwOnError()).data,
  });
}

/**
 * Days until the login expires, if that is soon or it has a problem; null otherwise, and for logins without an expiry.
 */
export function daysToWarnOf({ expires_at, problem }: ChannelsRow, now: Date): number | null {
  if (expires_at === null) return null;
  const days = Math.max(0, Math.ceil((new Date(expires_at).getTime() - now.getTime()) / DAY_MS));
  return problem !== null || days <= CHANNEL_WARNING_DAYS ? days : null;
}
