import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ScriptRun, scriptRunDetailsSchema, scriptRunListSchema } from '../../../../shared/scripts/script-run.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { processesOn, type StartedCli, startCli, stopCli } from '../../../helpers/cli.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { leftOfRuns } from '../../../helpers/run-processes.ts';
import { startScript } from '../../../helpers/started-script.ts';
import { newWorkspace } from '../../../helpers/workspace.ts';

const NOTHING = { processes: [], folders: [] };
const SPINS = 'await page.setContent(""); log("spinning"); while (true);';
/** A line is on the disk half a second after it was logged, and later on a busy machine. */
const JOURNAL_MS = 30_000;

describe('an agent that ends', () => {
  let folder: string;
  let dataDir: string;
  let running: StartedCli | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-agent-scripts-'));
    await chmod(folder, 0o711);
    dataDir = await newWorkspace(join(folder, 'data'));
  });
  afterEach(async () => {
    if (running) await stopCli(running);
    await rm(folder, { recursive: true, force: true });
  });
  const start = async () => {
    running = await startCli(dataDir);
  };
  /** Asks the agent that runs now. */
  const call: TestAgent['call'] = async (path, { body, headers } = {}) => {
    const token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
    return fetch(new URL(path, running?.report.url), {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  };
  /** What stands in the files of runs under way. */
  const journals = async () => {
    const folder = join(dataDir, 'script-runs');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log'));
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
  };
  const history = async (): Promise<ScriptRun[]> =>
    scriptRunListSchema.parse(await (await call('/api/scripts/runs')).json());

  it('in order takes its runs along and keeps them', async () => {
    await start();
    await startScript(call, SPINS);
    if (running) await inTime(stopCli(running));
    expect(await leftOfRuns(dataDir)).toEqual(NOTHING);
    await start();
    expect(await history()).toMatchObject([
      { status: 'cancelled', error: 'The agent was stopped while the script ran.' },
    ]);
  });

  it('by kill -9 leaves runs that its next start ends and marks as failed, with the lines and files so far', async () => {
    await start();
    await startScript(call, `require('fs').writeFileSync('kept.txt', 'kept'); ${SPINS}`);
    await vi.waitUntil(async () => (await journals()).includes('spinning'), { timeout: JOURNAL_MS, interval: 20 });
    if (running) await stopCli(running, 'SIGKILL');
    expect((await leftOfRuns(dataDir)).folders).toHaveLength(1);
    await start();
    const [run] = await history();
    expect(run).toMatchObject({
      status: 'error',
      error: expect.stringContaining('unexpectedly'),
      artifacts: [{ path: 'kept.txt', size: 4 }],
    });
    const answer = await call(`/api/scripts/runs/${run?.id}`);
    const { log, finishedAt } = scriptRunDetailsSchema.parse(await answer.json());
    expect(log.map(({ text }) => text)).toEqual(['spinning']);
    expect(finishedAt).toBe(log[0]?.at);
    expect([await leftOfRuns(dataDir), await journals()]).toEqual([NOTHING, '']);
  });

  it('by kill -9 leaves programs apart from their run, which its next start ends', async () => {
    const apart = `require('child_process').spawn('/bin/sleep', ['4321.5'], { detached: true, env: {}, stdio: 'ignore' }).unref();`;
    const strays = async () => (await processesOn('sleep 4321.5')).length;
    await start();
    await startScript(call, `${apart} log("started"); for (;;);`);
    await vi.waitUntil(async () => (await journals()).includes('started'), { timeout: JOURNAL_MS, interval: 20 });
    if (running) await stopCli(running, 'SIGKILL');
    // Nor has its parent a chance to.
    for (const { pid } of (await leftOfRuns(dataDir)).processes) process.kill(Number(pid), 'SIGKILL');
    expect(await strays()).toBe(1);
    await start();
    await history();
    expect(await strays()).toBe(0);
  });
});

describe('an agent on a hosted project', () => {
  const project = ofFile(() => startTestAgent());
  const keyless = ofFile(() =>
    startTestAgent({ supabaseUrl: project.url, supabaseKey: project.agent.connection.publishableKey }),
  );
  let member: string;
  beforeAll(async () => {
    const { email, password } = await project.addMember();
    member = await project.signIn(email, password);
  });

  it("keeps a member's run in the project, with the member's rights", async () => {
    const answer = await keyless.call('/api/scripts/run', { body: { script: 'log("hosted")' }, token: member });
    const { logs, run } = await answer.json();
    expect(logs).toEqual(['hosted']);
    const { data } = await project.admin.from('script_runs').select('status, logs').eq('id', run.id).single();
    expect(data).toMatchObject({ status: 'success', logs: [{ text: 'hosted' }] });
    const list = await keyless.call('/api/scripts/runs', { token: member });
    expect(await list.json()).toMatchObject([{ id: run.id }]);
  });

  it('runs scripts for the agent token too, but cannot look anything up for it', async () => {
    const answer = await keyless.call('/api/scripts/run', { body: { script: 'log("mine")' } });
    const { logs, run } = await answer.json();
    expect(logs).toEqual(['mine']);
    expect((await keyless.call(`/api/scripts/runs/${run.id}`)).status).toBe(200);
    const saved = await keyless.call('/api/scripts/run', { body: { scriptId: crypto.randomUUID() } });
    expect([saved.status, (await saved.json()).error]).toEqual([503, expect.stringContaining('--supabase-secret-key')]);
  });
});
