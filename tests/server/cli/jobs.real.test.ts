import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFoundAgent, type TestAgent } from '../../helpers/agent.ts';
import { beginHere } from '../../helpers/cli.ts';
import { type GatedSource, startGatedSource } from '../../helpers/gated-source.ts';

/** Ctrl+C while a job runs that waits for a page which does not answer. */
let source: GatedSource;

beforeEach(async () => {
  source = await startGatedSource();
});
afterEach(() => source?.close());

type Admin = TestAgent['admin'];

async function addProject(admin: Admin) {
  const pages = { source_url_1: source.url, source_url_2: source.url };
  const project = { niche_name: 'Baking', ...pages, platforms: ['facebook' as const] };
  await admin.from('content_projects').insert(project).throwOnError();
  const settings = { auto_generate_daily: true, posting_hours_start: 0, posting_hours_end: 0 };
  await admin.from('app_settings').insert(settings).throwOnError();
}

/** Runs the job, presses Ctrl+C once it is under way, and answers how the command ended. */
async function interrupt(dataDir: string) {
  const { interrupt, ended } = beginHere(['jobs', 'run', 'autopilot', '--data-dir', dataDir]);
  await Promise.race([source.whenAsked(), ended.then((result) => Promise.reject(new Error(JSON.stringify(result))))]);
  interrupt();
  return ended;
}

async function expectStopped(admin: Admin) {
  const row = async () => (await admin.from('job_runs').select('status').eq('job', 'autopilot').throwOnError()).data;
  await vi.waitFor(async () => expect(await row()).toMatchObject([{ status: 'failed' }]), { timeout: 20_000 });
  expect((await admin.from('generated_content').select('id').throwOnError()).data).toEqual([]);
}

it('stops the job of a running agent, says so, and ends with 130', async () => {
  const agent = await startFoundAgent();
  await addProject(agent.admin);
  expect(await interrupt(agent.dataDir)).toEqual({
    code: 130,
    stdout: '',
    stderr: expect.stringMatching(/^Stopped\.$/m),
  });
  await expectStopped(agent.admin);
  await agent.close();
});
