import type { Client } from '../../server/supabase/connection.ts';
import type { SocialAccountsRow } from '../../shared/workspace/database.ts';

/** The table of accounts, for changing it while a screen is open. `admin` has the service key. */
export function accountsTable(admin: Client) {
  const table = () => admin.from('social_accounts');
  return {
    /** Adds an established account, "IG_Main" on Instagram unless `entries` say otherwise. */
    async insert(entries: Partial<SocialAccountsRow> = {}): Promise<SocialAccountsRow> {
      const account = { platform: 'instagram', account_label: 'IG_Main', is_established: true, ...entries } as const;
      return (await table().insert(account).select().single().throwOnError()).data;
    },
    async change(id: string, entries: Partial<SocialAccountsRow>): Promise<void> {
      await table().update(entries).eq('id', id).throwOnError();
    },
    async remove(id: string): Promise<void> {
      await table().delete().eq('id', id).throwOnError();
    },
    async clear(): Promise<void> {
      await table().delete().not('id', 'is', null).throwOnError();
    },
    async all(): Promise<SocialAccountsRow[]> {
      return (await table().select('*').throwOnError()).data;
    },
  };
}

/** The time this many hours ago, as ISO 8601. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
