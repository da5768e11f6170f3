import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunnerJob, RunnerSetup } from '../../../../server/features/scripts/runner/protocol.ts';
import { type ScriptRun, scriptRunDetailsSchema, scriptRunListSchema } from '../../../../shared/scripts/script-run.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { processesOn, type StartedCli, startCli, stopCli } from '../../../helpers/cli.ts';
import { testFolder } from '../../../helpers/file-folder.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { leftOfRuns } from '../../../helpers/run-processes.ts';
import { startScript } from '../../../helpers/started-script.ts';
import { newWorkspace } from '../../../helpers/workspace.ts';

const RUNNER = fileURLToPath(new URL('../../../../dist/server/script-runner.js', import.meta.url));
/** No system uses this process id. */
const GONE = 2 ** 31 - 1;
const NOTHING = { processes: [], folders: [] };
const SPINS = 'await page.setContent(""); log("spinning"); while (true);';
/** A line is written to disk half a second after it was logged, or later on a busy machine. */
const JOURNAL_MS = 30_000;

const MB = 1024 * 1024;
/** Much more than the memory may grow by. */
const FLOOD_MB = 600;
/**
 * The most that the agent's peak memory may grow while a script writes all that. Keeping the output in memory would
 * take about six times as much.
 */
const GROWTH_MAX_BYTES = 100 * MB;

/** How long a stray program sleeps, in seconds: no other test run on this machine has the same. */
const STRAY = `4321.${process.pid}`;

let folder: string;
let dataDir: string;
let running: StartedCli | undefined;

async function makeFolder() {
  folder = await mkdtemp(join(tmpdir(), 'local-agent-scripts-'));
  await chmod(folder, 0o711);
  dataDir = await newWorkspace(join(folder, 'data'));
}
async function end() {
  if (running) await stopCli(running);
  running = undefined;
  await rm(folder, { recursive: true, force: true });
}
const start = async () => {
  running = await startCli(dataDir, [], { env: { LOCAL_AGENT_SCRIPT_SPARE: '0' } });
};
/** Calls the agent that is running now. */
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
/** The peak memory of the agent's own process so far, in bytes. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${running?.report.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

describe('an agent that ends', () => {
  beforeEach(makeFolder);
  afterEach(end);
  /** The contents of the log files of runs in progress. */
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

  it('by kill -9 leaves runs that its next start ends and marks as failed, with their lines, files and programs', async () => {
    const apart = `require('child_process').spawn('/bin/sleep', ['${STRAY}'], { detached: true, env: {}, stdio: 'ignore' }).unref();`;
    const strays = async () => (await processesOn(`sleep ${STRAY}`)).length;
    await start();
    await startScript(call, `${apart} require('fs').writeFileSync('kept.txt', 'kept'); ${SPINS}`);
    await vi.waitUntil(async () => (await journals()).includes('spinning'), { timeout: JOURNAL_MS, interval: 20 });
    if (running) await stopCli(running, 'SIGKILL');
    const { processes, folders } = await leftOfRuns(dataDir);
    expect(folders).toHaveLength(1);
    // Kills the run's own process, too, before it can stop the program.
    for (const { pid } of processes) process.kill(Number(pid), 'SIGKILL');
    expect(await strays()).toBe(1);
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
    expect([await leftOfRuns(dataDir), await journals(), await strays()]).toEqual([NOTHING, '', 0]);
  });
});

describe(`the memory of the agent stays flat while a script writes ${FLOOD_MB} MB`, () => {
  const run = async (script: string) => {
    const answer = await call('/api/scripts/run', { body: { script, timeoutMs: 100_000 } });
    return (await answer.json()) as { run: ScriptRun; logs: string[] };
  };
  beforeAll(async () => {
    await makeFolder();
    await start();
    // Warms up: loads what the first run needs, and fills a log once.
    await run('for (let i = 0; i < 3000; i++) log("x".repeat(1000))');
  });
  afterAll(end);

  const WRITE =
    'const { writeSync } = require("fs"); const write = (fd, text, times) => { const bytes = Buffer.from(text);';
  const ALL =
    'for (let i = 0; i < times; i++) for (let at = 0; at < bytes.length; ) try { at += writeSync(fd, bytes, at); }';
  // If the pipe is full, it waits, and leaves the processor to the agent.
  const AGAIN =
    'catch (error) { if (error.code !== "EAGAIN") throw error; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); } };';
  const flood = (fd: number, text: string) =>
    `${WRITE} ${ALL} ${AGAIN} write(${fd}, ${text}, ${FLOOD_MB}); log("done");`;
  const FLOODS: [string, string, unknown][] = [
    ['in one line', flood(1, '"x".repeat(2 ** 20)'), 'success'],
    ['in empty lines', flood(2, '"\\n".repeat(2 ** 20)'), 'success'],
    // A script that imitates the runner's messages may only spoil its own run.
    ['as one endless message', flood(3, '"x".repeat(2 ** 20)'), expect.any(String)],
    ['as messages that are none', flood(3, '"{}\\n".repeat(350_000)'), expect.any(String)],
    [
      'with console.log',
      `const text = "x".repeat(2 ** 20); for (let i = 0; i < ${FLOOD_MB}; i++) console.log(text)`,
      'success',
    ],
    ['in one error', 'throw new Error("x".repeat(2 ** 28))', 'error'],
  ];
  it.each(FLOODS)('%s', async (_how, script, status) => {
    const before = await peak();
    const { run: flooded, logs } = await run(script);
    expect(flooded.status).toEqual(status);
    expect((await peak()) - before).toBeLessThan(GROWTH_MAX_BYTES);
    expect(Buffer.byteLength(logs.join('\n'))).toBeLessThan(4 * MB);
    expect((await call('/api/health')).ok).toBe(true);
  });
});

it('a run whose agent was gone before it began ends itself, with a log that nobody reads', async () => {
  const scratch = await testFolder();
  const child = spawn(process.execPath, [RUNNER], { cwd: scratch, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  child.stdio[3]?.destroy();
  const browser = { executablePath: '', shell: false, missing: 'none', hasScreen: false, headful: false };
  const setup: RunnerSetup = {
    scratch,
    packages: scratch,
    log: { bytes: 1024 * 1024, lines: 1000 },
    isSpare: false,
    agent: GONE,
    browser: { ...browser, sandbox: true, profiles: scratch },
  };
  const code = 'await new Promise(() => setInterval(() => log("on"), 50));';
  const job: RunnerJob = { code, artifacts: scratch, headful: false, account: null };
  child.stdin?.end(`${JSON.stringify(setup)}\n${JSON.stringify(job)}\n`);
  const hard = setTimeout(() => child.kill('SIGKILL'), 30_000);
  expect(await ended.finally(() => clearTimeout(hard))).toEqual([1, null]);
});

describe('an agent on a hosted project', () => {
  const project = ofFile(() => startTestAgent());
  const keyless = ofFile(() =>
    startTestAgent({ supabaseUrl: project.url, supabaseKey: project.agent.connection.publishableKey }),
  );

  it("keeps a member's runs in the project, with their rights, and cannot look anything up for the agent token", async () => {
    const { email, password } = await project.addMember();
    const token = await project.signIn(email, password);
    const run = async (body: object, options = {}) => {
      const answer = await keyless.call('/api/scripts/run', { body, ...options });
      return { status: answer.status, ...(await answer.json()) };
    };
    const theirs = await run({ script: 'log("hosted")' }, { token });
    const { data } = await project.admin.from('script_runs').select('status, logs').eq('id', theirs.run.id).single();
    expect(data).toMatchObject({ status: 'success', logs: [{ text: 'hosted' }] });
    const list = await keyless.call('/api/scripts/runs', { token });
    expect(await list.json()).toMatchObject([{ id: theirs.run.id }]);
    expect(await run({ script: 'log("mine")' })).toMatchObject({ status: 200, logs: ['mine'] });
    const error = expect.stringContaining('--supabase-secret-key');
    expect(await run({ scriptId: crypto.randomUUID() })).toMatchObject({ status: 503, error });
  });
});
