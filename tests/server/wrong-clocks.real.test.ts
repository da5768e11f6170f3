import { rm } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { jobListSchema } from '../../shared/agent/jobs.ts';
import type { ComposedPost } from '../../shared/posts/posts-api.ts';
import { DEFAULT_SETTINGS } from '../../shared/workspace/default-settings.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { JOBS_PATH } from '../helpers/agent-paths.ts';
import { everyNth, isFull } from '../helpers/depth.ts';
import { newWorkspace } from '../helpers/workspace.ts';

const now = Temporal.Now.instant;
const hourOf = (time: Temporal.Instant) => time.round({ smallestUnit: 'hour', roundingMode: 'floor' });

test.each(everyNth([-60, 60], 2))('what an agent does is not wrong by the %i minutes of its clock', async (minutes) => {
  const agent = await startTestAgent({}, { machine: () => now().add({ minutes }) });
  const make = async (at: string) =>
    agent.call('/api/posts', { body: { fields: { caption: 'A walk', platforms: ['bluesky'] }, at } });
  try {
    await agent.admin.from('app_settings').insert({ timezone: 'UTC' }).throwOnError();
    const begun = now();

    agent.agent.startJobs();
    const ran = await vi.waitFor(async () => {
      const { data } = await agent.admin.from('job_runs').select('run_key').eq('job', 'clean-up').throwOnError();
      expect(data).toHaveLength(1);
      return data[0]?.run_key;
    }, 10_000);
    expect([hourOf(begun), hourOf(now())].map(String)).toContain(ran);

    const { jobs } = jobListSchema.parse(await (await agent.call(JOBS_PATH)).json());
    const next = jobs.find(({ name }) => name === 'clean-up')?.nextRun;
    expect([hourOf(begun), hourOf(now())].map((hour) => hour.add({ hours: 1 }).toString())).toContain(next);

    const [soon, past] = [begun.add({ minutes: 30 }), begun.subtract({ minutes: 30 })];
    expect((await make(soon.toString())).status).toBe(201);
    expect((await make(past.toString())).status).toBe(400);
    const { post } = (await (await make('now')).json()) as ComposedPost;
    const time = Temporal.Instant.from(post?.scheduled_time ?? '');
    expect(Math.abs(time.since(begun).total('minutes'))).toBeLessThan(5);
  } finally {
    await agent.close();
  }
});

describe('the first settings', () => {
  let dataDir: string;
  let agent: TestAgent | undefined;

  beforeEach(async () => {
    dataDir = await newWorkspace();
  });
  afterEach(async () => {
    await agent?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const settings = async () => (await agent?.admin.from('app_settings').select('*').throwOnError())?.data;

  async function openIn(timeZone: string) {
    await agent?.agent.close();
    agent = await startTestAgent({ dataDir }, { timeZone });
  }

  it('a new workspace begins in the time zone of its machine, and stays in it', async () => {
    await openIn('Asia/Tokyo');
    expect(await settings()).toEqual([expect.objectContaining({ ...DEFAULT_SETTINGS, timezone: 'Asia/Tokyo' })]);
    await openIn('Europe/Berlin');
    expect(await settings()).toEqual([expect.objectContaining({ timezone: 'Asia/Tokyo' })]);
  });

  it.runIf(isFull).each(['Mars/Olympus', 'GMT-03:00', ''])(
    'and in UTC where the database does not know %j',
    async (zone) => {
      await openIn(zone);
      expect(await settings()).toEqual([expect.objectContaining({ timezone: 'UTC' })]);
    },
  );
});
