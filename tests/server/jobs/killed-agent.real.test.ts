import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JOBS_PATH, jobListSchema } from '../../../shared/agent/jobs.ts';
import { runCli, type StartedCli, startCli, stopCli } from '../../helpers/cli.ts';
import { openTestBackend } from '../../helpers/embedded.ts';
import { type GatedSource, startGatedSource } from '../../helpers/gated-source.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

let dataDir: string;
let agent: StartedCli | undefined;
let source: GatedSource;

beforeEach(async () => {
  dataDir = await newWorkspace();
  source = await startGatedSource();
});
afterEach(async () => {
  if (agent) await stopCli(agent);
  await source.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A workspace whose autopilot is due at any time of the day. */
async function prepare() {
  const backend = await openTestBackend({ dataDir });
  const { admin } = backend.connection;
  const pages = { source_url_1: source.url, source_url_2: source.url };
  const project = { niche_name: 'Baking', ...pages, platforms: ['facebook' as const] };
  await admin.from('content_projects').insert(project).throwOnError();
  const settings = { auto_generate_daily: true, posting_hours_start: 0, posting_hours_end: 0 };
  await admin.from('app_settings').insert(settings).throwOnError();
  await backend.close();
}

it('a job of an agent killed by kill -9 in its middle is taken up by the next start, and makes its post once', async () => {
  await prepare();
  agent = await startCli(dataDir);
  await source.whenAsked();
  await stopCli(agent, 'SIGKILL');

  const backend = await openTestBackend({ dataDir });
  const { admin } = backend.connection;
  const { data: cut } = await admin.from('job_runs').select('*').eq('job', 'autopilot').throwOnError();
  expect(cut).toMatchObject([{ status: 'running', attempt: 1 }]);
  expect((await admin.from('generated_content').select('id').throwOnError()).data).toEqual([]);
  // The killed generation holds its project for 45 s, which this test does not wait for.
  const longAgo = new Date(0).toISOString();
  await admin.from('generation_runs').update({ lease_until: longAgo }).eq('status', 'running').throwOnError();
  await backend.close();

  source.open();
  agent = await startCli(dataDir);
  const { url } = agent.report;
  const token = (await runCli(['token', '--data-dir', dataDir])).stdout.trim();
  const headers = { authorization: `Bearer ${token}` };
  const autopilot = async () => {
    const { jobs } = jobListSchema.parse(await (await fetch(new URL(JOBS_PATH, url), { headers })).json());
    return jobs.find(({ name }) => name === 'autopilot');
  };
  await vi.waitUntil(async () => (await autopilot())?.lastRun?.status !== 'running', {
    timeout: 30_000,
    interval: 200,
  });
  expect((await autopilot())?.lastRun).toMatchObject({
    status: 'success',
    result: expect.stringMatching(/^Made 1 post/),
  });
  const posts = await (await fetch(new URL('/api/posts', url), { headers })).json();
  expect(posts).toHaveLength(1);
}, 120_000);
