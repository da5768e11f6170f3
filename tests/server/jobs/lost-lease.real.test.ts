import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Client } from '../../../server/supabase/connection.ts';
import { JOB_RENEW_MS } from '../../../shared/agent/job-runs.ts';
import { deferred } from '../../helpers/deferred.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerBackend } from '../../helpers/worker-agent.ts';
import { agentOf, dailyJob, ended, newWorld, rowsOf } from './job-agents.ts';

const EXPIRED = 'Interrupted: the machine slept, or the database could not be reached.';
const LOST = { status: 'failed', result: 'Another agent has taken this run over.' };

const backend = ofFile(workerBackend);
let admin: Client;
beforeAll(() => {
  ({ admin } = backend.connection);
});
afterEach(() => void vi.useRealTimers());

/** Lets the claim of a job that is under way run out, as if its agent had been silent for a while. */
const forgetClaimOf = ({ name }: { name: string }) =>
  admin
    .from('job_runs')
    .update({ lease_until: new Date(0).toISOString() })
    .match({ job: name, status: 'running' })
    .throwOnError();

it('a run whose claim another agent has taken is told to end at its next renewal, and its result is told nowhere', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const world = newWorld();
  const begun = deferred();
  const written: string[] = [];
  const first = dailyJob(async ({ signal }) => {
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    signal.throwIfAborted();
    written.push('by the first');
    return 'Done by the first.';
  });
  const silent = agentOf(admin, world, [first]);
  await silent.tick();
  await begun.promise;
  const over = ended(silent, first);
  await forgetClaimOf(first);

  const second = dailyJob(async () => {
    written.push('by the second');
    return 'Done by the second.';
  }, first.name);
  const other = agentOf(admin, world, [second]);
  await other.tick();
  expect(await ended(other, second)).toEqual({ status: 'success', result: 'Done by the second.' });
  await vi.advanceTimersByTimeAsync(JOB_RENEW_MS);
  expect([await over, written]).toEqual([LOST, ['by the second']]);
  for (const agent of [silent, other]) await agent.tick();
  expect(await rowsOf(admin, first)).toMatchObject([
    { status: 'success', result: 'Done by the second.', attempt: 2, retry_at: null },
  ]);
});

it('a run whose claim expired while the machine slept ends at its next renewal, and begins again at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const begun = deferred();
  const attempts: number[] = [];
  const job = dailyJob(async ({ attempt, signal }) => {
    attempts.push(attempt);
    if (attempt > 1) return 'Done.';
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  });
  const agent = agentOf(admin, newWorld(), [job]);
  await agent.tick();
  await begun.promise;
  const over = ended(agent, job);
  await forgetClaimOf(job);
  await vi.advanceTimersByTimeAsync(JOB_RENEW_MS);
  expect(await over).toMatchObject({ status: 'failed', result: EXPIRED });
  await agent.tick();
  expect([await ended(agent, job), attempts]).toEqual([{ status: 'success', result: 'Done.' }, [1, 2]]);
});
