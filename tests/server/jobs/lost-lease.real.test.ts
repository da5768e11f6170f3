import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { autopilotJob } from '../../../server/features/autopilot/job.ts';
import { createGeneration } from '../../../server/generation/generation.ts';
import type { Writer } from '../../../server/generation/post.ts';
import type { Client } from '../../../server/supabase/connection.ts';
import { JOB_RENEW_MS } from '../../../shared/agent/job-runs.ts';
import { deferred } from '../../helpers/deferred.ts';
import { type GenerationWorkspace, openGenerationWorkspace, plainWriter } from '../generation/generation-workspace.ts';
import { agentOf, dailyJob, ended, newWorld, rowsOf } from './job-agents.ts';

const EXPIRED = 'Interrupted: the machine slept, or the database could not be reached.';
const LOST = { status: 'failed', result: 'Another agent has taken this run over.' };

let workspace: GenerationWorkspace;
let admin: Client;
beforeAll(async () => {
  workspace = await openGenerationWorkspace();
  ({ admin } = workspace.backend.connection);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => workspace?.close());

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

it('an autopilot that is taken over in the middle of a generation makes its post once', async () => {
  const [writing, goOn] = [deferred(), deferred()];
  const writer: Writer = {
    ...plainWriter(0),
    async write(request) {
      writing.resolve();
      await goOn.promise;
      return plainWriter(0).write(request);
    },
  };
  await workspace.addProject({ posts_per_day: 3 });
  const generation = createGeneration({ writer });
  const autopilot = autopilotJob({
    generate: (request, { report, signal }) => generation.run(admin, request, report, signal),
  });
  const job = dailyJob(autopilot.run, `autopilot-${randomUUID()}`);
  const world = newWorld();
  const [silent, other] = [agentOf(admin, world, [job]), agentOf(admin, world, [job])];
  await silent.tick();
  await writing.promise;
  const over = ended(silent, job);
  await forgetClaimOf(job);

  await other.tick();
  expect(await ended(other, job)).toMatchObject({
    status: 'failed',
    result: expect.stringContaining('already being made'),
  });
  goOn.resolve();
  expect(await over).toEqual(LOST);
  expect(await rowsOf(admin, job)).toMatchObject([{ status: 'failed', attempt: 2, retry_at: expect.any(String) }]);

  const longAgo = new Date(0).toISOString();
  await admin.from('job_runs').update({ retry_at: longAgo }).eq('job', job.name).throwOnError();
  await other.tick();
  expect(await ended(other, job)).toMatchObject({
    status: 'success',
    result: expect.stringContaining('already been made'),
  });
  expect([(await workspace.posts()).length, (await workspace.slots()).length]).toEqual([1, 1]);
});
