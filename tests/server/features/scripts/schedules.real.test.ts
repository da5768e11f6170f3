import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, vi } from 'vitest';
import { ENDED_EARLY, RUN_STILL_GOING, SKIPPED } from '../../../../server/features/scripts/messages.ts';
import { scriptJob } from '../../../../server/features/scripts/schedules/job.ts';
import type { ScriptRuns } from '../../../../server/features/scripts/service.ts';
import { scriptStore } from '../../../../server/features/scripts/store.ts';
import { scheduledScriptSchema, scriptScheduleListSchema } from '../../../../shared/scripts/script-schedule.ts';
import { type CallOptions, startTestAgent } from '../../../helpers/agent.ts';
import { ofFile } from '../../../helpers/of-file.ts';

/** Tomorrow at 9:30, when a daily 9:00 schedule that is made today is due. */
const TOMORROW = Temporal.Now.zonedDateTimeISO('UTC').add({ days: 1 }).with({ hour: 9, minute: 30 }).toInstant();
const DAILY = { schedule: { every: 'day', at: '09:00' } };

const agent = ofFile(() => startTestAgent({ scriptSpare: 0 }, { now: () => TOMORROW }));

async function save(name: string, code = 'log("ran")', isApproved = true): Promise<string> {
  if (isApproved) await agent.call('/api/scripts/approvals', { body: { script: code } });
  const { data } = await agent.admin.from('puppeteer_scripts').insert({ name, code }).select().single().throwOnError();
  return data.id;
}
const put = (id: string, body: unknown, options: CallOptions = {}) =>
  agent.call(`/api/scripts/schedules/${id}`, { method: 'PUT', body, ...options });
const list = async () => scriptScheduleListSchema.parse(await (await agent.call('/api/scripts/schedules')).json());

describe('the schedule of a script', () => {
  it.each([
    [{ every: 'day', at: '09:05' }, 'Every day at 09:05'],
    [{ every: 'week', at: '18:00', days: [1, 4, 1] }, 'Mondays and Thursdays at 18:00'],
    [{ every: 'week', at: '18:00', days: [5, 4, 3, 2, 1] }, 'Monday to Friday at 18:00'],
    [{ every: 'interval', minutes: 120 }, 'Every 2 hours'],
  ])('%j is "%s", and has a next run', async (schedule, when) => {
    const id = await save('Report');
    const state = scheduledScriptSchema.parse(await (await put(id, { schedule })).json());
    expect(state).toMatchObject({ scriptId: id, name: 'Report', isOn: true, when, lastRun: null });
    expect(Temporal.Instant.compare(state.nextRun ?? '', TOMORROW)).toBeGreaterThanOrEqual(0);
    expect((await list()).schedules).toContainEqual(state);
    expect(scheduledScriptSchema.parse(await (await put(id, { schedule, isOn: false })).json()).nextRun).toBeNull();
    expect((await agent.call(`/api/scripts/schedules/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await agent.call(`/api/scripts/schedules/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it.each([
    { every: 'day', at: '24:00' },
    { every: 'week', at: '09:00', days: [] },
    { every: 'interval', minutes: 1 },
  ])('%j is refused', async (schedule) => expect((await put(await save('Report'), { schedule })).status).toBe(400));

  it('belongs to a script that there is, and is made by who may run code, in the database too', async () => {
    expect((await put('9f3a1c1e-0000-4000-8000-000000000000', DAILY)).status).toBe(404);
    const id = await save('Report');
    await agent.addMember();
    const token = await agent.memberToken('reader@example.com');
    expect((await put(id, DAILY, { token })).status).toBe(403);
    const row = { script_id: id, every_minutes: 15 };
    expect((await agent.supabase(token).from('script_schedules').insert(row)).error?.code).toBe('42501');
    await agent.admin.from('script_schedules').insert(row).throwOnError();
    const seen = agent.supabase(token).from('script_schedules').select('script_id').eq('script_id', id);
    expect((await seen.throwOnError()).data).toEqual([{ script_id: id }]);
    await agent.admin.from('script_schedules').delete().eq('script_id', id).throwOnError();
  });

  it('runs what is late once; what fails says why, and what nobody approved waits', async () => {
    const good = await save('Good');
    const bad = await save('Bad', 'throw new Error("no bread")');
    const strange = await save('Strange', 'log("who wrote this?")', false);
    for (const id of [good, bad, strange]) await put(id, DAILY);
    agent.agent.startJobs();
    const lastOf = async (id: string) => (await list()).schedules.find(({ scriptId }) => scriptId === id)?.lastRun;
    await vi.waitFor(
      async () => {
        expect(await lastOf(good)).toMatchObject({ status: 'success', result: expect.stringMatching(/^Done in/) });
        expect(await lastOf(bad)).toMatchObject({
          status: 'failed',
          result: 'Error: no bread (line 1)',
          retryAt: null,
        });
        expect(await lastOf(strange)).toMatchObject({ status: 'failed', retryAt: expect.any(String) });
      },
      { timeout: 30_000, interval: 200 },
    );
    expect((await lastOf(strange))?.result).toContain('not been approved on this machine');
    const { data } = await agent.admin.from('script_runs').select('script_id').in('script_id', [good, bad, strange]);
    expect(data?.map(({ script_id }) => script_id).sort()).toEqual([good, bad].sort());
    await agent.admin.from('puppeteer_scripts').delete().eq('id', good).throwOnError();
    const left = await agent.admin.from('job_runs').select('job').eq('job', `script ${good}`).throwOnError();
    expect(left.data).toEqual([]);
  });
});

describe('a scheduled run', () => {
  const at = (time: string) => Temporal.Instant.from(`2026-03-01T${time}:00Z`);
  const last = (startedAt: string, finishedAt: string | null) => ({
    id: '',
    scriptId: null,
    name: '',
    accountId: null,
    status: 'success' as const,
    startedAt: at(startedAt).toString(),
    finishedAt: finishedAt && at(finishedAt).toString(),
    error: null,
    artifacts: [],
  });

  it.each([
    ['waits for a run that is under way', last('11:50', null), 1, RUN_STILL_GOING],
    ['is not repeated when its agent ended', last('12:05', '12:06'), 2, ENDED_EARLY],
    ['is left out where the run before was still under way at its time', last('11:40', '12:04'), 1, SKIPPED],
    ['begins otherwise', last('11:40', '11:50'), 1, 'begun'],
    ['begins otherwise, as the first', undefined, 2, 'begun'],
  ])('%s', async (_says, before, attempt, outcome) => {
    const runs: Pick<ScriptRuns, 'start' | 'list'> = {
      list: async () => (before ? [before] : []),
      start: async () => Promise.reject(new Error('begun')),
    };
    const job = scriptJob(
      {
        scriptId: 'x',
        name: '',
        isOn: true,
        schedule: { every: 'interval', minutes: 60 },
        changedAt: '2026-01-01T00:00:00Z',
      },
      {
        runs,
        store: scriptStore(agent.admin),
        now: () => at('12:05'),
        isApproved: async () => true,
        share: async () => '',
      },
    );
    const run = { report: () => undefined, startedAt: at('12:05'), attempt, isManual: false };
    const said = await job
      .run({ ...run, signal: AbortSignal.timeout(1000) })
      .catch((error: unknown) => (error instanceof Error ? error.message : ''));
    expect(said).toBe(outcome);
  });
});
