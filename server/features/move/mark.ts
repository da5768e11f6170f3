import type { Client } from '../../supabase/connection.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';
import { stillBecause } from './messages.ts';

/** A database's record of a move from it or to it; see the migration 20261126570010. */
export type Mark = { id: string; state: string; place: string; finished_at: string | null };
const COLUMNS = 'id, state, place, finished_at';

/** The move that keeps a workspace inactive; null if none does. */
export async function stillMark(client: Client): Promise<Mark | null> {
  const found = await client
    .from('workspace_moves')
    .select(COLUMNS)
    .in('state', ['moving', 'moved', 'receiving'])
    .maybeSingle();
  if (found.error) throw couldNot('read whether the workspace has moved', found.error);
  return found.data;
}

/** The latest move to `place` that was undone, which a new move there continues; null if there is none. */
export async function undoneMark(client: Client, place: string): Promise<Mark | null> {
  const query = client.from('workspace_moves').select(COLUMNS).eq('state', 'undone').eq('place', place);
  const found = dataOf(
    await query.order('started_at', { ascending: false }).limit(1),
    'read whether the workspace has moved',
  );
  return found[0] ?? null;
}

export async function setMark(client: Client, mark: Omit<Mark, 'finished_at'>, finished = false): Promise<void> {
  const finished_at = finished ? new Date().toISOString() : null;
  const { error } = await client.from('workspace_moves').upsert({ ...mark, finished_at });
  if (error) throw couldNot('save how far the move is', error);
}

/** Why nothing is sent or made in a workspace; null if it is active, or if the database cannot be read. */
export async function whyStill(client: Client | null): Promise<string | null> {
  return client ? stillMark(client).then(stillBecause, () => null) : null;
}
