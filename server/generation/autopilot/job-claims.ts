import { z } from 'zod';
import { JOB_LEASE_SECONDS } from '../../../shared/agent/job-runs.ts';
import { CLOUD_OWNER } from '../../../shared/workspace/cloud-writing.ts';
import { type Client, dataOf } from '../stores/client.ts';
import { AUTOPILOT_JOB } from './rule.ts';

const claimSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('claimed'), started_at: z.iso.datetime({ offset: true }), attempt: z.number() }),
  z.object({ outcome: z.enum(['running', 'waiting', 'over']) }),
]);

export type JobEnd = { status: 'success' | 'failed'; result: string; retrySeconds?: number };

/** The autopilot's runs, claimed in the same way as by agents (server/jobs/store.ts), with the cloud as the owner. */
export function autopilotClaims(client: Client) {
  const run = (run_key: string) => ({ job: AUTOPILOT_JOB, run_key, owner: CLOUD_OWNER });
  return {
    async claim(key: string) {
      const answer = await client.rpc('claim_job', { ...run(key), lease_seconds: JOB_LEASE_SECONDS });
      return claimSchema.parse(dataOf(answer, 'claiming the run of the day'));
    },
    /** False when another owner has claimed the run, or the lease has expired. */
    async renew(key: string, attempt: number): Promise<boolean> {
      const lease = { ...run(key), attempt, lease_seconds: JOB_LEASE_SECONDS };
      return dataOf(await client.rpc('renew_job', lease), 'renewing the run of the day');
    },
    async finish(key: string, attempt: number, { status, result, retrySeconds }: JobEnd): Promise<void> {
      const retry = retrySeconds === undefined ? {} : { retry_seconds: retrySeconds };
      const end = { ...run(key), attempt, status, result, ...retry };
      dataOf(await client.rpc('finish_job', end), 'recording the run of the day');
    },
  };
}
