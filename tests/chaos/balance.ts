import type { Client } from '../../server/supabase/connection.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import type { PostDeliveriesRow } from '../../shared/workspace/database.ts';

/** An account, and the texts published on its platform. */
export type Account = { id: string; platform: Platform; texts: () => string[] };

/** The results of all deliveries. The lists contain errors. */
export type Balance = {
  states: Record<string, number>;
  onPlatforms: number;
  twice: string[];
  lost: string[];
  stuck: string[];
};

const PAGE = 500;
const ENDS = ['published', 'failed', 'needs_review', 'cancelled'];

/** Compares the workspace's records with what was published on the platforms. */
export async function balanceOf(admin: Client, accounts: readonly Account[]): Promise<Balance> {
  const deliveries = await readAll(admin);
  const balance: Balance = { states: {}, onPlatforms: 0, twice: [], lost: [], stuck: [] };
  for (const account of accounts) {
    const counts = new Map<string, number>();
    for (const text of account.texts()) counts.set(text, (counts.get(text) ?? 0) + 1);
    balance.onPlatforms += account.texts().length;
    const owned = new Set<string>();
    for (const delivery of deliveries.filter(({ account_id }) => account_id === account.id)) {
      const { state, by_hand, outgoing, parts, error_class, id, waits_for, error_text } = delivery;
      balance.states[state] = (balance.states[state] ?? 0) + 1;
      const standing = (outgoing?.parts ?? []).map((part) => counts.get(part) ?? 0);
      for (const part of outgoing?.parts ?? []) owned.add(part);
      const said = `${account.platform} ${id} ${state}: ${error_class} ${error_text}`;
      if (standing.some((count) => count > 1)) balance.twice.push(said);
      if (state === 'published' && !by_hand && (!outgoing || standing.some((count) => count === 0)))
        balance.lost.push(said);
      const mayStand =
        state === 'publishing' ||
        state === 'published' ||
        state === 'needs_review' ||
        error_class === 'unknown' ||
        waits_for !== null;
      // Recorded parts are known to be published: a thread may have been cancelled after them.
      const unrecorded = standing.slice(parts.length);
      if (!mayStand && unrecorded.some((count) => count > 0)) balance.lost.push(said);
      if (!ENDS.includes(state) && !waits_for) balance.stuck.push(said);
    }
    for (const text of counts.keys())
      if (!owned.has(text)) balance.lost.push(`${account.platform} nobody's: ${text.slice(0, 40)}`);
  }
  return balance;
}

async function readAll(admin: Client): Promise<PostDeliveriesRow[]> {
  const rows: PostDeliveriesRow[] = [];
  for (let from = 0; ; from += PAGE) {
    const { data } = await admin
      .from('post_deliveries')
      .select('*')
      .order('id')
      .range(from, from + PAGE - 1)
      .throwOnError();
    rows.push(...data);
    if (data.length < PAGE) return rows;
  }
}
