import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEventStream } from '../../../shared/agent/event-stream.ts';
import { jobListSchema, jobSchema } from '../../../shared/agent/jobs.ts';
import { JOBS_PATH, JOBS_PAUSE_PATH, jobRunPath, jobStopPath } from '../../helpers/agent-paths.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

let member: string;
const agent = ofFile(workerAgent);
beforeAll(async () => {
  member = await agent.memberToken();
  await agent.admin.from('app_settings').insert({ timezone: 'UTC' }).throwOnError();
});
beforeEach(async () => {
  await agent.admin.from('job_runs').delete().neq('job', '').throwOnError();
});

const list = async () => jobListSchema.parse(await (await agent.call(JOBS_PATH, { token: member })).json());
const job = async (name: string) => (await list()).jobs.find((known) => known.name === name);
const settings = (fields: object) =>
  agent.admin.from('app_settings').update(fields).not('id', 'is', null).throwOnError();

async function runToItsEnd(name: string) {
  const answer = await agent.call(jobRunPath(name), { method: 'POST', headers: { accept: 'text/event-stream' } });
  const events = [];
  for await (const { event, data } of readEventStream(answer.body as ReadableStream<Uint8Array>)) {
    events.push({ event, ...JSON.parse(data) });
  }
  return events;
}

describe('GET /api/jobs', () => {
  it('says what there is, when it runs, and by which setting', async () => {
    await settings({ timezone: 'Europe/Berlin', posting_hours_start: 9, auto_generate_daily: false });
    const { timezone, isPaused, isWatching, problem, jobs } = await list();
    expect({ timezone, isPaused, isWatching, problem }).toEqual({
      timezone: 'Europe/Berlin',
      isPaused: false,
      isWatching: false,
      problem: null,
    });
    expect(jobs.find(({ name }) => name === 'autopilot')).toMatchObject({
      when: 'Every day at 09:00',
      setting: 'auto_generate_daily',
      isOn: false,
      lastRun: null,
      nextRun: null,
    });
    expect(jobs.find(({ name }) => name === 'warm-up')).toMatchObject({ when: 'Every day at 07:00', isOn: true });
    expect(jobs.find(({ name }) => name === 'clean-up')).toMatchObject({ when: 'Every hour', isOn: true });
    expect(jobs.find(({ name }) => name === 'reconcile')).toMatchObject({ when: 'Every 5 minutes', setting: null });
  });

  it('warms up at 07:00, or when the hours of warm-ups begin that leave it out', async () => {
    await settings({ warmup_hour_start: 9 });
    expect((await job('warm-up'))?.when).toBe('Every day at 09:00');
    await settings({ warmup_hour_start: 5 });
    expect((await job('warm-up'))?.when).toBe('Every day at 07:00');
  });

  it('says so when this machine does not know the time zone', async () => {
    // Postgres knows this zone, ICU does not.
    await settings({ timezone: 'Factory' });
    const { problem, jobs } = await list();
    expect(problem).toContain('"Factory"');
    expect(jobs).not.toEqual([]);
    expect(jobs.filter(({ nextRun }) => nextRun !== null)).toEqual([]);
    await settings({ timezone: 'UTC' });
  });

  it('is for members', async () => expect((await agent.call(JOBS_PATH, { token: null })).status).toBe(401));
});

describe('a run by hand', () => {
  it('answers at once, or tells its end to whoever follows', async () => {
    const answer = await agent.call(jobRunPath('reconcile'), { method: 'POST', token: member });
    expect([answer.status, jobSchema.parse(await answer.json()).name]).toEqual([202, 'reconcile']);
    const events = await runToItsEnd('clean-up');
    expect(events).toEqual([{ event: 'result', status: 'success', result: 'Nothing was old enough to delete.' }]);
    expect((await job('clean-up'))?.lastRun).toMatchObject({ status: 'success', byHand: true, retryAt: null });
  });

  it('tells why it failed', async () =>
    expect((await runToItsEnd('autopilot')).at(-1)).toEqual({
      event: 'result',
      status: 'failed',
      result: expect.stringContaining('content project'),
    }));

  it('is refused for a job that there is not, or that runs elsewhere', async () => {
    expect((await agent.call(jobRunPath('nonsense'), { method: 'POST' })).status).toBe(404);
    expect((await agent.call(jobStopPath('clean-up'), { method: 'POST' })).status).toBe(404);
    await agent.admin
      .from('job_runs')
      .insert({
        job: 'clean-up',
        run_key: 'elsewhere',
        owner: '00000000-0000-4000-8000-000000000000',
        lease_until: new Date(Date.now() + 60_000).toISOString(),
      })
      .throwOnError();
    const refused = await agent.call(jobRunPath('clean-up'), { method: 'POST' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'conflict', error: expect.stringContaining('already running') });
    expect((await job('clean-up'))?.lastRun?.status).toBe('running');
  });
});

it('pauses and resumes all that is automatic', async () => {
  await settings({ auto_generate_daily: true, read_own_pages: true });
  const switchTo = async (paused: boolean) =>
    jobListSchema.parse(await (await agent.call(JOBS_PAUSE_PATH, { body: { paused } })).json());
  const paused = await switchTo(true);
  expect(paused.isPaused).toBe(true);
  const off = paused.jobs.filter(({ isOn }) => !isOn);
  expect(off.map(({ name }) => name)).toEqual(expect.arrayContaining(['autopilot', 'clean-up']));
  expect(paused.jobs.find(({ name }) => name === 'reconcile')?.isOn).toBe(true);
  const resumed = await switchTo(false);
  expect(resumed.jobs.every(({ isOn }) => isOn)).toBe(true);
  expect(resumed.jobs.find(({ name }) => name === 'autopilot')?.nextRun).not.toBeNull();
});
