import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Job, TryLater } from '../../../server/jobs/job.ts';
import { type JobStore, jobStore } from '../../../server/jobs/store.ts';
import { within } from '../../../server/system/time-limit.ts';
import { JOB_RENEW_MS } from '../../../shared/agent/job-runs.ts';
import { deferred } from '../../helpers/deferred.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerBackend } from '../../helpers/worker-agent.ts';
import {
  agentOf as agentOn,
  dailyJob,
  ended,
  newWorld,
  rowsOf as rowsOn,
  type Switch,
  type World,
} from './job-agents.ts';

const backend = ofFile(workerBackend);

const agentOf = (world: World, ...rest: [jobs: Job<Switch>[], agentId?: string, store?: JobStore]) =>
  agentOn(backend.connection.admin, world, ...rest);
const rowsOf = (job: Pick<Job<Switch>, 'name'>) => rowsOn(backend.connection.admin, job);

/** A job that runs until it is aborted, and signals its start and its end. */
function patientJob() {
  const begun = deferred<void>();
  const ending = deferred<void>();
  const job = dailyJob(({ signal }) => {
    begun.resolve();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        ending.resolve();
        reject(signal.reason);
      });
    });
  });
  return { job, begun: begun.promise, ending: ending.promise };
}

describe('a daily job', () => {
  it('runs once a date on two agents, also when the clock jumps back', async () => {
    const world = newWorld();
    const dates: string[] = [];
    const job = dailyJob(async () => {
      dates.push(world.now.toString().slice(0, 10));
      return 'Done.';
    });
    const agents = [agentOf(world, [job]), agentOf(world, [job])];
    for (const hours of [0, 24, 24, -24, 48]) {
      world.now = world.now.add({ hours });
      await Promise.all(agents.map((agent) => agent.tick()));
      await Promise.all(agents.map((agent) => ended(agent, job)));
    }
    expect(dates).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']);
    expect(await rowsOf(job)).toHaveLength(dates.length);
  });

  it('runs for each agent that has a share of it, once, and not where another one can do it alone', async () => {
    const world = newWorld();
    const done: string[] = [];
    const job = (who: string, share: string | null) => ({
      ...dailyJob(async () => {
        done.push(who);
        return 'Done.';
      }, name),
      share: async () => share,
    });
    const name = `daily-${randomUUID()}`;
    const agents = [job('one', ' by one'), job('two', ' by two'), job('none', null)].map((own) => ({
      own,
      agent: agentOf(world, [own]),
    }));
    for (let round = 0; round < 3; round++) {
      for (const { own, agent } of agents) {
        await agent.tick();
        await ended(agent, own);
      }
    }
    expect(done).toEqual(['one', 'two']);
    expect(await rowsOf(job('none', null))).toHaveLength(2);
  });

  it('that became due while the machine slept begins at once when it has woken', async () => {
    const world = newWorld();
    world.now = Temporal.Instant.from('2026-03-01T05:00:00Z');
    const begun = deferred<void>();
    const job = dailyJob(async () => {
      begun.resolve();
      return 'Done.';
    });
    const looked = deferred<void>();
    const first = {
      ...dailyJob(async () => 'Done.'),
      schedule: () => ({ every: 'stretch' as const, minutes: 60 }),
      share: async () => {
        looked.resolve();
        return null;
      },
    };
    const agent = agentOf(world, [job, first]);
    agent.start();
    await looked.promise;
    world.now = Temporal.Instant.from('2026-03-01T07:30:00Z');
    agent.checkNow();
    // The loop's next check would be 30 s later.
    await within(begun.promise, { ms: 20_000, what: 'The job' });
    await agent.close();
  });

  it('is not begun before its hour, nor when it is off', async () => {
    const world = newWorld();
    const job = dailyJob(async () => 'Done.');
    const agent = agentOf(world, [job]);
    world.now = Temporal.Instant.from('2026-03-01T06:59:50Z');
    expect(await agent.tick(), 'milliseconds until it is due').toBe(10_000);
    world.now = Temporal.Instant.from('2026-03-01T07:00:00Z');
    world.on = false;
    expect([await agent.tick(), await rowsOf(job)]).toEqual([30_000, []]);
    world.on = true;
    await agent.tick();
    expect(await ended(agent, job)).toEqual({ status: 'success', result: 'Done.' });
  });

  it('keeps why it failed, and is tried again on its date only when it had done nothing', async () => {
    const world = newWorld();
    let attempts = 0;
    const passing = dailyJob(async ({ attempt }) => {
      attempts = attempt;
      if (attempt === 1) throw new TryLater('Offline.');
      return 'Done.';
    });
    const broken = dailyJob(async () => {
      throw new Error('a secret of the inside');
    });
    const agent = agentOf(world, [passing, broken]);
    await agent.tick();
    await Promise.all([ended(agent, passing), ended(agent, broken)]);
    const [first] = await rowsOf(passing);
    expect(first).toMatchObject({ status: 'failed', result: 'Offline.' });
    expect(Date.parse(first?.retry_at ?? '') - Date.parse(first?.finished_at ?? '')).toBe(60_000);
    await agent.tick();
    expect(attempts).toBe(1);
    await backend.connection.admin
      .from('job_runs')
      .update({ retry_at: new Date(0).toISOString() })
      .eq('job', passing.name)
      .throwOnError();
    await agent.tick();
    await ended(agent, passing);
    expect(await rowsOf(passing)).toMatchObject([{ status: 'success', result: 'Done.', attempt: 2 }]);
    expect(await rowsOf(broken)).toMatchObject([{ status: 'failed', attempt: 1, retry_at: null }]);
    expect((await rowsOf(broken))[0]?.result).not.toContain('secret');
  });
});

describe('a run that is cut short', () => {
  it('goes on elsewhere when its agent is closed', async () => {
    const world = newWorld();
    const { job, begun } = patientJob();
    const closed = agentOf(world, [job]);
    await closed.tick();
    await begun;
    await closed.close();
    await closed.tick();
    expect(await rowsOf(job)).toMatchObject([
      { status: 'failed', result: expect.stringContaining('agent was stopped') },
    ]);
    const next = dailyJob(async ({ attempt, startedAt }) => `${attempt} ${startedAt}`, job.name);
    const other = agentOf(world, [next]);
    await other.tick();
    const end = await ended(other, next);
    const [row] = await rowsOf(job);
    const startedAt = Temporal.Instant.from(row?.started_at ?? '');
    expect(end).toEqual({ status: 'success', result: `2 ${startedAt}` });
  });

  it('that begins just when its agent closes is kept, too, before the agent is closed', async () => {
    const { job } = patientJob();
    const agentId = randomUUID();
    const store = jobStore(backend.connection.admin, agentId);
    const claimed = deferred<void>();
    const closing = deferred<void>();
    const slowToClaim: JobStore = {
      ...store,
      async claim(...args) {
        const claim = await store.claim(...args);
        claimed.resolve();
        await closing.promise;
        return claim;
      },
    };
    const agent = agentOf(newWorld(), [job], agentId, slowToClaim);
    agent.start();
    await claimed.promise;
    const closed = agent.close();
    closing.resolve();
    await closed;
    expect(await rowsOf(job)).toMatchObject([{ status: 'failed', finished_at: expect.any(String) }]);
  });

  it('goes on at once when its agent was killed and is started again, elsewhere only when the claim runs out', async () => {
    const world = newWorld();
    const killedId = randomUUID();
    const job = dailyJob(async ({ attempt }) => `Attempt ${attempt}.`);
    await jobStore(backend.connection.admin, killedId).claim(job.name, '2026-03-01');
    const other = agentOf(world, [job]);
    await other.tick();
    expect(other.runOf(job.name)).toBeUndefined();
    const restarted = agentOf(world, [job], killedId);
    await restarted.tick();
    expect(await ended(restarted, job)).toEqual({ status: 'success', result: 'Attempt 2.' });
    await other.tick();
    expect(await rowsOf(job)).toHaveLength(1);
  });

  it('ends when it is switched off, and goes on when it is on again; one begun by hand does not end', async () => {
    const world = newWorld();
    const { job, begun, ending } = patientJob();
    const agent = agentOf(world, [job]);
    await agent.tick();
    await begun;
    world.on = false;
    await agent.tick();
    await ending;
    await ended(agent, job);
    expect(await rowsOf(job)).toMatchObject([{ status: 'failed', result: expect.stringContaining('switched off') }]);
    const manual = await agent.runManually(job.name);
    await agent.tick();
    expect(agent.runOf(job.name)).toBe(manual);
    await agent.stop(job.name);
    expect(await manual.over).toEqual({ status: 'failed', result: 'Stopped by hand.' });
    world.on = true;
    await agent.tick();
    expect(agent.runOf(job.name)).toMatchObject({ isManual: false });
    await agent.close();
  });
});

describe('a run by hand', () => {
  it('is one more: what is due that day still runs', async () => {
    const world = newWorld();
    world.on = false;
    let runs = 0;
    const job = dailyJob(async ({ report }) => {
      report('Half-way');
      return `Run ${++runs}.`;
    });
    const agent = agentOf(world, [job]);
    const run = await agent.runManually(job.name);
    const received: string[] = [];
    run.follow((text) => received.push(text));
    expect([await run.over, received]).toEqual([{ status: 'success', result: 'Run 1.' }, ['Half-way']]);
    world.on = true;
    await agent.tick();
    expect(await ended(agent, job)).toEqual({ status: 'success', result: 'Run 2.' });
  });

  it('is refused while the job runs, here or elsewhere, and where there is no such job', async () => {
    const world = newWorld();
    const { job, begun } = patientJob();
    const agents = [agentOf(world, [job]), agentOf(world, [job])] as const;
    await agents[0].runManually(job.name);
    await begun;
    for (const agent of agents) {
      await expect(agent.runManually(job.name)).rejects.toMatchObject({ code: 'conflict' });
      await expect(agent.runManually('no-such-job')).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(agents[1].stop(job.name)).rejects.toMatchObject({ code: 'not_found' });
    await agents[0].close();
    await expect(agents[0].runManually(job.name)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

const EXPIRED = 'Interrupted: the machine slept, or the database could not be reached.';
const LOST = { status: 'failed', result: 'Another agent has taken over this run.' };

afterEach(() => void vi.useRealTimers());

/** Expires the lease of a running job, as if its agent had been silent for a while. */
const forgetClaimOf = ({ name }: { name: string }) =>
  backend.connection.admin
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
  const silent = agentOf(world, [first]);
  await silent.tick();
  await begun.promise;
  const over = ended(silent, first);
  await forgetClaimOf(first);

  const second = dailyJob(async () => {
    written.push('by the second');
    return 'Done by the second.';
  }, first.name);
  const other = agentOf(world, [second]);
  await other.tick();
  expect(await ended(other, second)).toEqual({ status: 'success', result: 'Done by the second.' });
  await vi.advanceTimersByTimeAsync(JOB_RENEW_MS);
  expect([await over, written]).toEqual([LOST, ['by the second']]);
  for (const agent of [silent, other]) await agent.tick();
  expect(await rowsOf(first)).toMatchObject([
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
  const agent = agentOf(newWorld(), [job]);
  await agent.tick();
  await begun.promise;
  const over = ended(agent, job);
  await forgetClaimOf(job);
  await vi.advanceTimersByTimeAsync(JOB_RENEW_MS);
  expect(await over).toMatchObject({ status: 'failed', result: EXPIRED });
  await agent.tick();
  expect([await ended(agent, job), attempts]).toEqual([{ status: 'success', result: 'Done.' }, [1, 2]]);
});
