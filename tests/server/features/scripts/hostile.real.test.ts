import { execFileSync } from 'node:child_process';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRunFiles } from '../../../../server/features/scripts/run-files.ts';
import {
  type ScriptRun,
  type ScriptRunDetails,
  scriptRunDetailsSchema,
} from '../../../../shared/scripts/script-run.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { testFolder } from '../../../helpers/file-folder.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { leftOfRuns } from '../../../helpers/run-processes.ts';
import { startScript } from '../../../helpers/started-script.ts';

let outside: string;
const agent = ofFile(() => startTestAgent({ scriptSpare: 0, scriptConcurrency: 4, scriptLog: 64 }));
beforeEach(async () => {
  outside = await testFolder();
  for (let count = 0; count < 3; count++) await writeFile(join(outside, `${count}.jpg`), 'x');
  // More than a run may keep; the file is sparse and uses no disk space.
  await truncate(join(outside, '0.jpg'), 300 * 1024 * 1024);
});

async function run(script: string, more: object = {}): Promise<{ status: number; logs: string[]; run: ScriptRun }> {
  const answer = await agent.call('/api/scripts/run', { body: { script, ...more } });
  return { status: answer.status, ...(await answer.json()) };
}
const folderOf = ({ id }: ScriptRun) => join(agent.dataDir, 'script-runs', id);
const artifact = ({ id }: ScriptRun, path: string) => agent.call(`/api/scripts/runs/${id}/artifacts/${path}`);

describe("a folder of the user's that a script links", () => {
  const LINKED = [
    [
      'into its working folder, and as a package does (npm link)',
      'fs.symlinkSync(outside, "pics"); fs.symlinkSync(".", "loop"); fs.mkdirSync("node_modules"); fs.symlinkSync(outside, "node_modules/mine");',
    ],
    ['in place of its working folder', 'fs.rmdirSync(artifacts); fs.symlinkSync(outside, artifacts);'],
  ];
  it.each(everyNth(LINKED, 2))('%s is not listed, served, counted or removed', async (_how, code) => {
    const script = `const fs = require('fs'); const outside = ${JSON.stringify(outside)}; ${code}`;
    const { run: linked, logs } = await run(script);
    expect([linked.status, linked.artifacts, logs]).toEqual(['success', [], []]);
    for (const path of ['pics/1.jpg', 'loop/pics/1.jpg', 'node_modules/mine/1.jpg', '1.jpg'])
      expect((await artifact(linked, path)).status).toBe(404);
    expect(await readdir(outside)).toHaveLength(3);
  });

  it('is not reached by a file that was kept and has become a link since', async () => {
    const script = "require('fs').mkdirSync('pics'); require('fs').writeFileSync('pics/1.jpg', 'mine')";
    const { run: kept } = await run(script);
    expect(await (await artifact(kept, 'pics/1.jpg')).text()).toBe('mine');
    await rm(join(folderOf(kept), 'pics'), { recursive: true });
    execFileSync('ln', ['-s', outside, join(folderOf(kept), 'pics')]);
    expect((await artifact(kept, 'pics/1.jpg')).status).toBe(404);
    const files = createRunFiles(agent.dataDir);
    expect(await files.kept()).toContainEqual({ runId: kept.id, changedAt: expect.any(Number), bytes: 0 });
    await files.removeOf([kept.id]);
    expect((await readdir(join(agent.dataDir, 'script-runs'))).includes(kept.id)).toBe(false);
    expect(await readdir(outside)).toHaveLength(3);
  });
});

describe('too much of what a script saves', () => {
  it('is not kept, and the log says how much', async () => {
    const script = "for (let i = 0; i < 250; i++) require('fs').writeFileSync(String(1000 + i), 'x')";
    const { run: full, logs } = await run(script);
    expect(logs).toEqual(['50 files were not kept: a run may keep 200 files and 256 MB.']);
    expect([full.artifacts.length, full.artifacts[0]?.path]).toEqual([200, '1000']);
    expect(await readdir(folderOf(full))).toHaveLength(200);
    expect(await (await artifact(full, '1199')).text()).toBe('x');
  });

  it.runIf(isFull)(
    'is removed where it is too much to count, with what can neither be opened nor told by its name',
    async () => {
      const { run: full, logs } = await run(`const fs = require('fs');
      require('child_process').execFileSync('sh', ['-c', 'mkfifo fifo; mkdir z; cd z; seq 12000 | xargs touch']);
      fs.writeFileSync(Buffer.from([0x61, 0xff]), 'x'); fs.writeFileSync('kept.txt', 'kept');`);
      expect(logs).toEqual(['Some files were not kept: a run may keep 200 files and 256 MB.']);
      expect(full.artifacts.map(({ path }) => path)).toContain('kept.txt');
      expect((await readdir(folderOf(full), { recursive: true })).length).toBeLessThanOrEqual(202);
      const others = async () =>
        (await readdir(join(agent.dataDir, 'script-runs'))).filter((name) => name.startsWith('removed-'));
      await vi.waitUntil(async () => (await others()).length === 0, { timeout: 30_000, interval: 100 });
    },
  );
});

describe('a program that a script starts apart from itself', () => {
  // Unique to this test run on the machine.
  const SECONDS = 100_000 + process.pid;
  let mark = 0;
  const strays = () => {
    const lines = execFileSync('ps', ['-ww', '-eo', 'stat=,args=']).toString().split('\n');
    return lines.filter((line) => line.includes(`sleep ${SECONDS}.`) && !line.startsWith('Z'));
  };
  const apart = (options: string) => `const { spawn } = require('child_process');
    spawn('/bin/sleep', ['${SECONDS}.${mark++}'], { detached: true, env: {}, stdio: 'ignore', ${options} }).unref();`;
  const OPTIONS = { 'with an empty environment': '', 'in another folder': "cwd: '/'" };

  it.each(everyNth(Object.entries(OPTIONS), 2))('%s ends with the run', async (_how, options) =>
    expect([(await run(`${apart(options)} log('started')`)).run.status, strays()]).toEqual(['success', []]),
  );

  it.runIf(isFull)("ends with a run that kills its own process, and other people's programs do not", async () => {
    const starting = 'cd "$0" && setsid sleep 5000.1 >/dev/null 2>&1 & echo $!';
    const other = execFileSync('sh', ['-c', starting, outside]).toString();
    onTestFinished(() => void process.kill(Number(other)));
    const { run: killed } = await run(`${apart('')} process.kill(process.pid, 'SIGKILL'); await sleep(60_000)`);
    expect([killed.status, strays()]).toEqual(['error', []]);
    expect(execFileSync('ps', ['-eo', 'args=']).toString()).toContain('sleep 5000.1');
  });
});

// These tests wait for timeouts of unresponsive browsers.
describe.runIf(isFull)('what has been stopped (SIGSTOP)', () => {
  const stopAll = async (isMeant: (command: string) => boolean) => {
    const { processes } = await leftOfRuns(agent.dataDir);
    const meant = processes.filter(({ command }) => isMeant(command));
    expect(meant).not.toHaveLength(0);
    for (const { pid } of meant) process.kill(Number(pid), 'SIGSTOP');
  };
  const isRunner = (command: string) => command.includes('script-runner');
  const WAITS = 'await page.setContent("<h1>x"); log("there"); await page.waitForSelector("#never", { timeout: 0 });';

  it.each([
    ['the browser', (command: string) => !isRunner(command)],
    ["the run's own process", isRunner],
  ])('as %s holds up neither a cancel nor a time limit', async (_what, isMeant) => {
    const cancelled = await startScript(agent.call, WAITS);
    const late = await startScript(agent.call, WAITS, { timeoutMs: 15_000 });
    await stopAll(isMeant);
    const answer = await agent.call(`/api/scripts/runs/${cancelled}/cancel`, { method: 'POST' });
    expect((await answer.json()).status).toBe('cancelled');
    await vi.waitUntil(async () => (await details(late)).status === 'timeout', { timeout: 60_000, interval: 100 });
    expect(await leftOfRuns(agent.dataDir)).toEqual({ processes: [], folders: [] });
  });

  it('as a spare process ends with the agent all the same', async () => {
    const other = await startTestAgent({ scriptSpare: 300 });
    onTestFinished(() => other.close());
    await other.call('/api/scripts/run', { body: { script: '1' } });
    const left = () => leftOfRuns(other.dataDir);
    const hasBrowser = async () => (await left()).processes.some(({ command }) => command.includes('--user-data-dir'));
    await vi.waitUntil(hasBrowser, { timeout: 30_000, interval: 50 });
    for (const { pid } of (await left()).processes) process.kill(Number(pid), 'SIGSTOP');
    await other.agent.close();
    // On a busy machine, it may take longer than the agent waits.
    await expect.poll(left).toEqual({ processes: [], folders: [] });
  });
});

/** A run must have ended this long after its timeout: the agent needs at most 10 s, a busy machine longer. */
const END_MS = 25_000;
const TIMEOUT_MS = 1_000;
const FOR_EVER = 'await new Promise(() => setInterval(() => {}, 1000));';

/** Every script logs `there` on reaching its state, and stays in it. */
const STATES = {
  waiting: `log("there"); ${FOR_EVER}`,
  'spinning in Node': 'log("there"); for (;;);',
  'spinning in a page': 'await page.setContent(""); log("there"); await page.evaluate(() => { for (;;); });',
  'held up by a dialog': 'page.on("dialog", () => {}); log("there"); await page.evaluate(() => alert("Hello?"));',
  'with three browsers': `for (const _ of [1, 2, 3]) await puppeteer.launch(); log("there"); ${FOR_EVER}`,
};

const details = async (id: string): Promise<ScriptRunDetails> =>
  scriptRunDetailsSchema.parse(await (await agent.call(`/api/scripts/runs/${id}`)).json());

// Each takes the two seconds that a stopped script gets, like the timeout below.
it.runIf(isFull).each(Object.entries(STATES))('cancelling ends a run in time that is %s', async (_state, script) => {
  const id = await startScript(agent.call, script);
  const answer = await inTime(agent.call(`/api/scripts/runs/${id}/cancel`, { method: 'POST' }));
  expect(await answer.json()).toMatchObject({ status: 'cancelled', error: 'The run was cancelled.' });
  expect((await details(id)).log.at(-1)).toMatchObject({ kind: 'agent', text: 'The run was cancelled.' });
  expect(await leftOfRuns(agent.dataDir)).toEqual({ processes: [], folders: [] });
});

it.runIf(isFull)('cancelling a run whose process is still starting leaves nothing of it', async () => {
  const id = await startScript(agent.call, STATES.waiting, { until: 'run' });
  const cancelled = await agent.call(`/api/scripts/runs/${id}/cancel`, { method: 'POST' });
  expect(await cancelled.json()).toMatchObject({ status: 'cancelled' });
  expect(await leftOfRuns(agent.dataDir)).toEqual({ processes: [], folders: [] });
});

it('a run that is deaf to signals and flooding its log ends in time when its time is up, and leaves nothing', async () => {
  // After its first lines, it continues slowly, except in `test:full`, where it may use both cores.
  const pause = isFull ? '' : 'if (lines > 100) await sleep(20);';
  const script = `process.on("SIGTERM", () => {}); for (let lines = 0; ; lines++) { log("x".repeat(1000)); ${pause} }`;
  const answer = await agent.call('/api/scripts/run', { body: { script, timeoutMs: TIMEOUT_MS } });
  const run = await details((await answer.json()).run.id);
  expect(run).toMatchObject({ status: 'timeout', error: `The script did not end within ${TIMEOUT_MS / 1000} s.` });
  expect(Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt)).toBeLessThan(TIMEOUT_MS + END_MS);
  expect(await leftOfRuns(agent.dataDir)).toEqual({ processes: [], folders: [] });
});
