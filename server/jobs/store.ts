import { z } from 'zod';
import { JOB_LEASE_SECONDS } from '../../shared/agent/job-runs.ts';
import type { JobRunsRow } from '../../shared/workspace/database.ts';
import type { Client } from '../supabase/connection.ts';
import { couldNot } from '../supabase/could-not.ts';

/** Prefix of the unique keys of runs started by a user. */
export const MANUAL_KEY_PREFIX = 'by hand ';

const claimSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('claimed'), started_at: z.string(), attempt: z.number() }),
  z.object({ outcome: z.enum(['running', 'waiting', 'over']) }),
]);
/** `running` here or elsewhere, under any key; `waiting` for a retry; `over` for good. */
export type Claim = z.infer<typeof claimSchema>;

export type JobEnd = { status: 'success' | 'failed'; result: string; retrySeconds?: number };

export type StoredRun = Omit<JobRunsRow, 'owner' | 'lease_until'>;

/** The leases and the history of jobs, as the agent `owner`. AppError unavailable if Supabase fails. */
export type JobStore = {
  claim(job: string, key: string): Promise<Claim>;
  /** Returns false if another agent has claimed it, or the lease has expired. */
  renew(job: string, key: string, attempt: number): Promise<boolean>;
  /** Returns false, without a write, if another agent has claimed it. */
  finish(job: string, key: string, attempt: number, end: JobEnd): Promise<boolean>;
  /** The newest run of a job, and the one of `key`. */
  read(job: string, key: string | null): Promise<{ newest: StoredRun | null; keyed: StoredRun | null }>;
  /** The names of the jobs whose runs failed since then (ISO 8601), one per run, at most 1000. */
  failedSince(time: string): Promise<string[]>;
};

const COLUMNS = 'job, run_key, started_at, finished_at, status, result, attempt, retry_at';

export function jobStore(client: Client, owner: string): JobStore {
  const newestOf = (job: string) =>
    client.from('job_runs').select(COLUMNS).eq('job', job).order('started_at', { ascending: false }).limit(1);

  return {
    async claim(job, key) {
      const args = { job, run_key: key, owner, lease_seconds: JOB_LEASE_SECONDS };
      return claimSchema.parse(dataOf(await client.rpc('claim_job', args), 'claim a job'));
    },
    async renew(job, key, attempt) {
      const args = { job, run_key: key, owner, attempt, lease_seconds: JOB_LEASE_SECONDS };
      return dataOf(await client.rpc('renew_job', args), 'renew the claim of a job');
    },
    async finish(job, key, attempt, { status, result, retrySeconds }) {
      const retry = retrySeconds === undefined ? {} : { retry_seconds: retrySeconds };
      const args = { job, run_key: key, owner, attempt, status, result, ...retry };
      return dataOf(await client.rpc('finish_job', args), 'save the end of a job');
    },
    async read(job, key) {
      const [newest, keyed] = await Promise.all([
        newestOf(job).maybeSingle(),
        key === null ? { data: null, error: null } : newestOf(job).eq('run_key', key).maybeSingle(),
      ]);
      return { newest: dataOf(newest, 'read the jobs'), keyed: dataOf(keyed, 'read the jobs') };
    },
    async failedSince(time) {
      const query = client.from('job_runs').select('job').eq('status', 'failed').gte('started_at', time).limit(1000);
      return dataOf<{ job: string }[]>(await query, 'read the jobs').map(({ job }) => job);
    },
  };
}

function dataOf<T>(answer: { data: T; error: null } | { data: unknown; error: { message: string } }, what: string): T {
  if (answer.error) throw couldNot(what, answer.error);
  return answer.data as T;
}
