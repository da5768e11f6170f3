import { z } from 'zod';
import {
  type ScriptRun,
  type ScriptRunDetails,
  type ScriptRunsQuery,
  scriptArtifactSchema,
  scriptLogLineSchema,
  scriptRunStatusSchema,
} from '../../../shared/scripts/script-run.ts';
import type { ScriptRunsRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { type HistoryStore, historyStore } from './history-store.ts';
import { severalAccounts } from './messages.ts';

const COLUMNS = 'id, script_id, name, account_id, status, started_at, finished_at, error, artifacts';

/** A saved script. `changedBy` is the id of the member who wrote its code; null if unknown. */
export type SavedCode = { id: string; name: string; code: string; changedBy: string | null; updatedAt: string };

export type ScriptAccount = { id: string; platform: string; label: string };

/** Database access of a run, with one client's rights. AppError unavailable when Supabase fails. */
export type ScriptStore = {
  script(id: string): Promise<SavedCode | null>;
  /** A member's email address; null for a non-member. */
  memberEmail(userId: string): Promise<string | null>;
  /** By id, or by label ignoring case. AppError bad_input when ambiguous. */
  account(idOrLabel: string): Promise<ScriptAccount | null>;
  begin(run: ScriptRun, owner: string): Promise<void>;
  /** Stores a run's current state; inserts it if an earlier write failed. */
  save(run: ScriptRunDetails, owner: string): Promise<void>;
  list(query: ScriptRunsQuery): Promise<ScriptRun[]>;
  read(id: string): Promise<ScriptRunDetails | null>;
  history: HistoryStore;
};

export function scriptStore(client: Client): ScriptStore {
  return {
    history: historyStore(client),
    async script(id) {
      const { data, error } = await client
        .from('puppeteer_scripts')
        .select('id, name, code, changed_by, updated_at')
        .eq('id', id)
        .maybeSingle();
      if (error) throw couldNot('read the script', error);
      if (!data) return null;
      const { changed_by: changedBy, updated_at, ...saved } = data;
      return { ...saved, changedBy, updatedAt: new Date(updated_at).toISOString() };
    },
    async memberEmail(userId) {
      const { data, error } = await client.rpc('list_members');
      if (error) throw couldNot('read the members', error);
      return data.find(({ user_id }) => user_id === userId)?.email ?? null;
    },
    async account(idOrLabel) {
      const accounts = client.from('social_accounts').select('id, platform, account_label');
      const isId = z.uuid().safeParse(idOrLabel).success;
      const { data, error } = await (isId ? accounts.eq('id', idOrLabel) : accounts);
      if (error) throw couldNot('read the accounts', error);
      const label = idOrLabel.toLowerCase();
      const meant = isId ? data : data.filter(({ account_label }) => account_label.toLowerCase() === label);
      if (meant.length > 1) throw new AppError('bad_input', severalAccounts(idOrLabel));
      const [account] = meant;
      return account ? { id: account.id, platform: account.platform, label: account.account_label } : null;
    },
    async begin(run, owner) {
      const { error } = await client.from('script_runs').insert({ ...rowOf(run), owner });
      if (error) throw couldNot('save the run', error);
    },
    async save(run, owner) {
      // `started_at` changes too: a queued run may start long after it was first stored.
      const end = { ...endOf(run), started_at: run.startedAt, logs: run.log };
      const { data, error } = await client.from('script_runs').update(end).eq('id', run.id).select('id');
      if (error) throw couldNot('save the run', error);
      if (data.length > 0) return;
      // `begin` may have failed because the script or the account no longer exists.
      const whole = { ...rowOf(run), ...end, script_id: null, account_id: null, owner };
      const { error: refusal } = await client.from('script_runs').insert(whole);
      if (refusal) throw couldNot('save the run', refusal);
    },
    async list({ scriptId, limit }) {
      const newest = client.from('script_runs').select(COLUMNS).order('started_at', { ascending: false }).limit(limit);
      const { data, error } = await (scriptId ? newest.eq('script_id', scriptId) : newest);
      if (error) throw couldNot('list the runs', error);
      return data.map(runOf);
    },
    async read(id) {
      const { data, error } = await client.from('script_runs').select(`${COLUMNS}, logs`).eq('id', id).maybeSingle();
      if (error) throw couldNot('read the run', error);
      if (!data) return null;
      return { ...runOf(data), log: z.array(scriptLogLineSchema).catch([]).parse(data.logs) };
    },
  };
}

function rowOf(run: ScriptRun) {
  const { id, scriptId, accountId, name, startedAt } = run;
  return { id, script_id: scriptId, account_id: accountId, name, started_at: startedAt, ...endOf(run) };
}

function endOf({ status, finishedAt, error, artifacts }: ScriptRun) {
  return { status, finished_at: finishedAt, error, artifacts };
}

function runOf(row: Omit<ScriptRunsRow, 'owner' | 'logs'>): ScriptRun {
  return {
    id: row.id,
    scriptId: row.script_id,
    name: row.name,
    accountId: row.account_id,
    status: scriptRunStatusSchema.parse(row.status),
    startedAt: new Date(row.started_at).toISOString(),
    finishedAt: row.finished_at && new Date(row.finished_at).toISOString(),
    error: row.error,
    artifacts: z.array(scriptArtifactSchema).catch([]).parse(row.artifacts),
  };
}
