import { queryOptions } from '@tanstack/react-query';
import { Temporal } from 'temporal-polyfill';
import { nowMs } from '@/lib/clock.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { knownPostsSchema, RIPE_DAYS } from '../../../shared/learning/learner.ts';
import { hoursOfAccounts } from '../../../shared/posts/account-times.ts';
import { findNextSlot, type NextSlot } from '../../../shared/posts/next-slot.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { postingHours } from '../../../shared/posts/scheduling.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';

/** The destinations of a post; `accounts` is null if none are chosen. */
export type Goal = { platforms: Platform[]; accounts: string[] | null };

/** The next free slot of a post with this goal, fetched if `isAsked`; defaults apply without a settings row. */
export function slotQuery(
  supabase: Supabase,
  settings: AppSettingsRow | undefined,
  { zone, goal, isAsked }: { zone: string; goal: Goal; isAsked: boolean },
) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'slot', settings, goal],
    queryFn: () => findSlot(supabase, settings ?? { ...DEFAULT_SETTINGS, timezone: zone, learning: 'off' }, goal),
    enabled: isAsked && settings !== undefined,
    staleTime: 30_000,
  });
}

type SlotSettings = Parameters<typeof postingHours>[0] & Pick<AppSettingsRow, 'learning'>;

/**
 * The next free slot of a post, and the time that learning proposes instead; null if there is none. Throws Supabase's
 * error.
 */
async function findSlot(supabase: Supabase, settings: SlotSettings, goal: Goal): Promise<NextSlot | null> {
  const { data: accounts } = await supabase.rpc('post_accounts', goal).retry(false).throwOnError();
  const hours = hoursOfAccounts(postingHours(settings), accounts);
  const ids = hours.accounts?.map(({ id }) => id) ?? null;
  const asked = { now: Temporal.Instant.fromEpochMilliseconds(nowMs()), hours, accounts, mode: settings.learning };
  return findNextSlot(asked, {
    async takenBetween({ start, end }) {
      const { data } = await supabase
        .rpc('taken_times', { since: start.toString(), until: end.toString(), accounts: ids })
        .retry(false)
        .throwOnError();
      return data.map((time) => Temporal.Instant.from(time));
    },
    async knownPosts(of) {
      const asked = { ripe_days: RIPE_DAYS, accounts: of && [...of] };
      return knownPostsSchema.parse((await supabase.rpc('learned_posts', asked).retry(false).throwOnError()).data);
    },
  });
}
