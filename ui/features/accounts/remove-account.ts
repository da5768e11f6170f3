import type { Supabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow, WarmupRunsRow } from '../../../shared/database.ts';

/** Tables whose rows outlive the account that they belong to, and forget it. */
const LINKED_TABLES = ['post_deliveries', 'script_runs'] as const;
/** Ids go in the address of a request, which may not grow without end. */
const IDS_PER_REQUEST = 100;

type Links = { table: (typeof LINKED_TABLES)[number]; ids: string[] };

/** A deleted account with what went with it: its warm-up history, and the deliveries and script runs that were its own. */
export type RemovedAccount = { account: SocialAccountsRow; warmupRuns: WarmupRunsRow[]; links: Links[] };

/** Deletes an account (§7) and answers what is needed to restore it; null when it was gone already. Throws what Supabase answers. */
export async function removeAccount(supabase: Supabase, id: string): Promise<RemovedAccount | null> {
  const [{ data: warmupRuns }, ...links] = await Promise.all([
    supabase.from('warmup_runs').select('*').eq('account_id', id).retry(false).throwOnError(),
    ...LINKED_TABLES.map((table) => findLinks(supabase, table, id)),
  ]);
  const { data: removed } = await supabase.from('social_accounts').delete().eq('id', id).select().throwOnError();
  const account = removed[0];
  return account ? { account, warmupRuns, links } : null;
}

/** Puts a deleted account back as it was, under its own id and date, with all that belonged to it. Throws what Supabase answers; then it can be called again. */
export async function restoreAccount(
  supabase: Supabase,
  { account, warmupRuns, links }: RemovedAccount,
): Promise<void> {
  await supabase.from('social_accounts').upsert(account).throwOnError();
  if (warmupRuns.length > 0) await supabase.from('warmup_runs').upsert(warmupRuns).throwOnError();
  for (const { table, ids } of links) {
    for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
      const some = ids.slice(start, start + IDS_PER_REQUEST);
      await supabase.from(table).update({ account_id: account.id }).in('id', some).throwOnError();
    }
  }
}

async function findLinks(supabase: Supabase, table: Links['table'], accountId: string): Promise<Links> {
  const { data } = await supabase.from(table).select('id').eq('account_id', accountId).retry(false).throwOnError();
  return { table, ids: data.map(({ id }) => id) };
}
