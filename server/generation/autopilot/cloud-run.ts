import { Temporal } from 'temporal-polyfill';
import { JOB_LEASE_SECONDS, JOB_RENEW_MS, retrySeconds } from '../../../shared/agent/job-runs.ts';
import { holdLease } from '../../../shared/agent/lease.ts';
import { dueTime } from '../../../shared/posts/due-time.ts';
import type { Generation } from '../generation.ts';
import { toGenerationError } from '../generation-error.ts';
import { dayOf } from '../run/plan.ts';
import { type Client, dataOf } from '../stores/client.ts';
import { workspaceStore } from '../stores/workspace-store.ts';
import { autopilotClaims, type JobEnd } from './job-claims.ts';
import { autopilotRequest, endOfAutopilot, maySucceedLater } from './rule.ts';

/** The result of an attempt to begin: the promise of the run, or the reason why there is nothing to do. */
export type CloudRun =
  | { outcome: 'begun'; run: Promise<void> }
  | { outcome: 'off' | 'not_due' | 'running' | 'waiting' | 'over' };

/**
 * Begins the autopilot's run of the day without an agent, if it is due. It uses the same rule and claim as an agent's
 * job (server/features/autopilot), so only the first to claim the date makes its post. `client` has the project's
 * secret key.
 */
export async function beginCloudRun(client: Client, generation: Generation): Promise<CloudRun> {
  const settings = await workspaceStore(client).settings();
  if (!settings.auto_generate_daily || settings.automation_paused) return { outcome: 'off' };
  const now = Temporal.Instant.from(dataOf(await client.rpc('database_time'), 'reading the time'));
  const { date } = dayOf(now, settings);
  const due = dueTime(date, settings.posting_hours_start, settings.timezone);
  if (!due || Temporal.Instant.compare(now, due) < 0) return { outcome: 'not_due' };
  const key = date.toString();
  const claims = autopilotClaims(client);
  const claim = await claims.claim(key);
  if (claim.outcome !== 'claimed') return claim;
  const { attempt, started_at: startedAt } = claim;
  const work = async () => {
    const lease = holdLease(() => claims.renew(key, attempt), {
      renewMs: JOB_RENEW_MS,
      durationMs: JOB_LEASE_SECONDS * 1000,
    });
    const request = autopilotRequest(attempt, Temporal.Instant.from(startedAt).toString());
    try {
      await claims.finish(
        key,
        attempt,
        await endOf(
          generation.run(client, request, () => {}, lease.lost),
          attempt,
        ),
      );
    } finally {
      lease.release();
    }
  };
  return { outcome: 'begun', run: work() };
}

async function endOf(run: ReturnType<Generation['run']>, attempt: number): Promise<JobEnd> {
  try {
    const { result, triesAgain } = endOfAutopilot(await run);
    if (!triesAgain) return { status: 'success', result };
    return { status: 'failed', result, retrySeconds: retrySeconds(attempt) };
  } catch (error) {
    const { code, message } = toGenerationError(error);
    return {
      status: 'failed',
      result: message,
      ...(maySucceedLater(code) && { retrySeconds: retrySeconds(attempt) }),
    };
  }
}
