import type { Supabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow, WarmupRunsRow } from '../../../shared/database.ts';

/** Ids go in the address of a request, which may not grow without end. */
const IDS_PER_REQUEST = 100;

/** A deleted account with what went with it: its warm-up history, and the ids of the script runs that were its own. */
export type RemovedAccount = { account: SocialAccountsRow; warmupRuns: WarmupRunsRow[]; scriptRuns: string[] };

/**
 * Deletes an account (§7) and answers what is needed to restore it; null when it was gone already. Throws what Supabase
 * answers.
 */
export async function removeAccount(supabase: Supabase, id: string): Promise<RemovedAccount | null> {
  const [{ data: warmupRuns }, { data: scriptRuns }] = await Promise.all([
    supabase.from('warmup_runs').select('*').eq('account_id', id).retry(false).throwOnError(),
    supabase.from('script_runs').select('id').eq('account_id', id).retry(false).throwOnError(),
  ]);
  const { data: removed } = await supabase.from('social_accounts').delete().eq('id', id).select().throwOnError();
  const account = removed[0];
  return account ? { account, warmupRuns, scriptRuns: scriptRuns.map((run) => run.id) } : null;
}

/**
 * Puts a deleted account back as it was, under its own id and date, with all that belonged to it; its deliveries come
 * back in the database by themselves. Throws what Supabase answers; then it can be called again.
 */
export async function restoreAccount(
  supabase: Supabase,
  { account, warmupRuns, scriptRuns }: RemovedAccount,
): Promise<void> {
  await supabase.from('social_accounts').upsert(account).throwOnError();
  if (warmupRuns.length > 0) await supabase.from('warmup_runs').upsert(warmupRuns).throwOnError();
  for (let start = 0; start < scriptRuns.length; start += IDS_PER_REQUEST) {
    const some = scriptRuns.slice(start, start + IDS_PER_REQUEST);
    await supabase.from('script_runs').update({ account_id: account.id }).in('id', some).throwOnError();
  }
}
