import { z } from 'zod';
import {
  WARMUP_PLATFORM,
  type WarmupCounts,
  type WarmupJournalEntry,
  type WarmupReason,
  type WarmupRun,
  type WarmupRunsQuery,
  warmupCountsSchema,
  warmupJournalEntrySchema,
  warmupReasonSchema,
  warmupRunSchema,
} from '../../../shared/accounts/warmup.ts';
import {
  DEFAULT_WARMUP_LIMITS,
  type WarmupLimits,
  warmupLimitsSchema,
} from '../../../shared/accounts/warmup-limits.ts';
import type { RampUpAccount, RampUpSetting } from '../../../shared/accounts/warmup-ramp-up.ts';
import type { SocialAccountsRow, WarmupRunsRow } from '../../../shared/workspace/database.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { databaseTime } from '../../supabase/database-clock.ts';
import type { WarmupEnding } from './live-warmup.ts';

const COLUMNS =
  'id, account_id, started_at, lease_until, finished_at, status, reason, counts, journal, screenshot_path, owner';
const ACCOUNT_COLUMNS = 'id, account_label, platform, is_logged_in, warmup_status, is_established, ramp_up_since';
/** Limited because ids are part of a request's URL. */
const IDS_PER_QUESTION = 100;

export type WarmupAccount = {
  id: string;
  label: string;
  platform: string;
  isLoggedIn: boolean;
  status: SocialAccountsRow['warmup_status'];
  rampUp: RampUpAccount;
};

const claimSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('started'), run_id: z.uuid() }),
  z.object({ outcome: z.literal('running') }),
  z.object({ outcome: z.literal('cooldown'), retry_at: z.string() }),
  z.object({ outcome: z.literal('not_found') }),
  z.object({ outcome: z.literal('not_instagram') }),
]);
type Claimed = z.infer<typeof claimSchema>;
/** `waitMs` is the remaining cooldown, by the database's clock. */
export type WarmupClaim =
  | Exclude<Claimed, { outcome: 'cooldown' }>
  | (Extract<Claimed, { outcome: 'cooldown' }> & { waitMs: number });

/** A stored run; `isExpired` means that its lease has expired. */
export type StoredRun = Omit<WarmupRun, 'hasScreenshot'> & { isExpired: boolean };

export type SessionRecord = { counts: WarmupCounts; journal: WarmupJournalEntry[] };

/** The database access of warm-ups, with one client's rights. AppError unavailable if Supabase fails. */
export type WarmupStore = {
  account(id: string): Promise<WarmupAccount | null>;
  /** The accounts for automatic warm-ups: logged in, switched on, and not on hold. */
  automaticAccounts(): Promise<WarmupAccount[]>;
  /** The labels of accounts on hold after a stop signal, and of logged-in ones with automatic warm-ups switched off. */
  accountsLeftOut(): Promise<{ held: string[]; off: string[] }>;
  limits(): Promise<{ limits: WarmupLimits; rampUp: RampUpSetting; timezone: string }>;
  claim(accountId: string, owner: string, leaseSeconds: number): Promise<WarmupClaim>;
  /** Returns false if the owner has changed, or the lease has expired. */
  renew(runId: string, owner: string, leaseSeconds: number): Promise<boolean>;
  /** Undoes a claim before its session has started, and restores the account's previous status. */
  giveBack(runId: string, owner: string, account: WarmupAccount): Promise<void>;
  /** Stores the progress of a running session, in case its agent dies. */
  keep(runId: string, owner: string, record: SessionRecord): Promise<void>;
  /** Stores the end of a run; `hold` suspends the account's automatic warm-ups. */
  finish(runId: string, owner: string, end: WarmupEnding & SessionRecord & FinishOptions): Promise<void>;
  setLoggedOut(accountId: string): Promise<void>;
  /** Newest first. */
  list(query: WarmupRunsQuery): Promise<StoredRun[]>;
  read(runId: string): Promise<StoredRun | null>;
  /** Those of the runs that exist, newest first. */
  existing(runIds: readonly string[]): Promise<{ id: string; accountId: string; startedAt: string }[]>;
  /** Fails the running runs of the agent `owner`. */
  failInterrupted(owner: string): Promise<void>;
  /** Fails the runs whose leases have expired. */
  failExpired(): Promise<void>;
};

type FinishOptions = { screenshotPath: string | null; hold: boolean };

export function warmupStore(client: Client): WarmupStore {
  const finish: WarmupStore['finish'] = async (runId, owner, end) => {
    const { error } = await client.rpc('finish_warmup', {
      run: runId,
      owner,
      status: end.status,
      reason: end.reason,
      counts: end.counts,
      journal: end.journal,
      screenshot_path: end.screenshotPath,
      hold: end.hold,
    });
    if (error) throw couldNot('save the end of the warm-up', error);
  };

  return {
    async account(id) {
      const { data, error } = await client.from('social_accounts').select(ACCOUNT_COLUMNS).eq('id', id).maybeSingle();
      if (error) throw couldNot('read the account', error);
      return data && accountOf(data);
    },
    async automaticAccounts() {
      const { data, error } = await client
        .from('social_accounts')
        .select(ACCOUNT_COLUMNS)
        .eq('platform', WARMUP_PLATFORM)
        .eq('is_logged_in', true)
        .eq('auto_warmup', true)
        .is('warmup_held_reason', null)
        .order('created_at');
      if (error) throw couldNot('list the accounts', error);
      return data.map(accountOf);
    },
    async accountsLeftOut() {
      const { data, error } = await client
        .from('social_accounts')
        .select('account_label, warmup_held_reason')
        .eq('platform', WARMUP_PLATFORM)
        .or('warmup_held_reason.not.is.null,and(is_logged_in.eq.true,auto_warmup.eq.false)')
        .order('created_at');
      if (error) throw couldNot('list the accounts', error);
      const labelsOf = (isHeld: boolean) =>
        data.filter((row) => (row.warmup_held_reason !== null) === isHeld).map((row) => row.account_label);
      return { held: labelsOf(true), off: labelsOf(false) };
    },
    async limits() {
      const { data, error } = await client.from('app_settings').select('*').limit(1).maybeSingle();
      if (error) throw couldNot('read the settings', error);
      const limits = warmupLimitsSchema.safeParse(data);
      return {
        limits: limits.data ?? DEFAULT_WARMUP_LIMITS,
        rampUp: { warmup_ramp_up: data?.warmup_ramp_up ?? true },
        timezone: data?.timezone ?? 'UTC',
      };
    },
    async claim(account, owner, lease_seconds) {
      const { data, error } = await client.rpc('claim_warmup', { account, owner, lease_seconds });
      if (error) throw couldNot('start the warm-up', error);
      const claim = claimSchema.parse(data);
      if (claim.outcome !== 'cooldown') return claim;
      return { ...claim, waitMs: Date.parse(claim.retry_at) - (await databaseTime(client)).epochMilliseconds };
    },
    async renew(run, owner, lease_seconds) {
      const { data, error } = await client.rpc('renew_warmup', { run, owner, lease_seconds });
      if (error) throw couldNot('renew the warm-up', error);
      return data;
    },
    async keep(runId, owner, { counts, journal }) {
      const { error } = await client
        .from('warmup_runs')
        .update({ counts, journal })
        .eq('id', runId)
        .eq('owner', owner)
        .eq('status', 'running');
      if (error) throw couldNot('save the warm-up', error);
    },
    finish,
    async giveBack(runId, owner, account) {
      // The status first: while the run exists, no other agent claims the account.
      const warmup_status = account.status === 'running' ? 'failed' : account.status;
      const { error } = await client.from('social_accounts').update({ warmup_status }).eq('id', account.id);
      if (error) throw couldNot('give back the claim of the warm-up', error);
      const { error: refusal } = await client.from('warmup_runs').delete().eq('id', runId).eq('owner', owner);
      if (refusal) throw couldNot('give back the claim of the warm-up', refusal);
    },
    async setLoggedOut(accountId) {
      const { error } = await client.from('social_accounts').update({ is_logged_in: false }).eq('id', accountId);
      if (error) throw couldNot('record that the account is logged out', error);
    },
    async list({ accountId, limit }) {
      const newest = client.from('warmup_runs').select(COLUMNS).order('started_at', { ascending: false }).limit(limit);
      const { data, error } = await (accountId ? newest.eq('account_id', accountId) : newest);
      if (error) throw couldNot('list the warm-ups', error);
      const time = await timeFor(client, data);
      return data.map((row) => runOf(row, time));
    },
    async read(runId) {
      const { data, error } = await client.from('warmup_runs').select(COLUMNS).eq('id', runId).maybeSingle();
      if (error) throw couldNot('read the warm-up', error);
      return data && runOf(data, await timeFor(client, [data]));
    },
    async existing(runIds) {
      const found: Awaited<ReturnType<WarmupStore['existing']>> = [];
      for (let from = 0; from < runIds.length; from += IDS_PER_QUESTION) {
        const ids = runIds.slice(from, from + IDS_PER_QUESTION);
        const { data, error } = await client.from('warmup_runs').select('id, account_id, started_at').in('id', ids);
        if (error) throw couldNot('list the warm-ups', error);
        found.push(...data.map((row) => ({ id: row.id, accountId: row.account_id, startedAt: row.started_at })));
      }
      return found.sort((one, other) => other.startedAt.localeCompare(one.startedAt));
    },
    async failInterrupted(owner) {
      const { data, error } = await client
        .from('warmup_runs')
        .select('id, counts, journal')
        .eq('owner', owner)
        .eq('status', 'running');
      if (error) throw couldNot('find the warm-ups of an agent that was killed', error);
      for (const { id, ...row } of data) {
        const end = { status: 'failed', reason: 'interrupted', screenshotPath: null, hold: false } as const;
        await finish(id, owner, { ...recordOf(row), ...end });
      }
    },
    async failExpired() {
      const { error } = await client.rpc('reap_runs', { agent: null });
      if (error) throw couldNot('end the warm-ups of an agent that is gone', error);
    },
  };
}

function accountOf(
  row: Pick<SocialAccountsRow, 'id' | 'account_label' | 'platform' | 'is_logged_in' | 'warmup_status'> & RampUpAccount,
): WarmupAccount {
  const { id, account_label: label, platform, is_logged_in: isLoggedIn, warmup_status: status } = row;
  const rampUp = { is_established: row.is_established, ramp_up_since: row.ramp_up_since };
  return { id, label, platform, isLoggedIn, status, rampUp };
}

function recordOf({ counts, journal }: { counts: unknown; journal: unknown }): SessionRecord {
  return {
    counts: warmupCountsSchema.catch(warmupCountsSchema.parse({})).parse(counts),
    journal: z.array(warmupJournalEntrySchema).catch([]).parse(journal),
  };
}

/** The database's time, which leases use; not queried unless a run is in progress. */
async function timeFor(client: Client, rows: readonly Pick<WarmupRunsRow, 'status'>[]): Promise<number> {
  return rows.some(({ status }) => status === 'running') ? (await databaseTime(client)).epochMilliseconds : 0;
}

function runOf(row: WarmupRunsRow, time: number): StoredRun {
  const status = warmupRunSchema.shape.status.parse(row.status);
  return {
    id: row.id,
    accountId: row.account_id,
    startedAt: new Date(row.started_at).toISOString(),
    finishedAt: row.finished_at && new Date(row.finished_at).toISOString(),
    status,
    reason: reasonOf(row.reason),
    ...recordOf(row),
    isExpired: status === 'running' && Date.parse(row.lease_until) < time,
  };
}

/** `error` for an unknown reason, stored by a newer version. */
function reasonOf(reason: string | null): WarmupReason | null {
  return reason === null ? null : warmupReasonSchema.catch('error').parse(reason);
}
