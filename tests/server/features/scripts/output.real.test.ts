import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptRunFailureSchema, scriptRunResultSchema } from '../../../../shared/scripts/script-run.ts';
import { type StartedCli, startCli, stopCli } from '../../../helpers/cli.ts';
import { leftOfRuns } from '../../../helpers/run-processes.ts';
import { newWorkspace } from '../../../helpers/workspace.ts';

const MB = 1024 * 1024;
/** More than the memory may grow by. */
const FLOOD_MB = 600;
/**
 * What an agent may take more at its peak while a script writes all that; it is about what one such output would take
 * six times.
 */
const GROWTH_MAX_BYTES = 100 * MB;
const CUT = expect.stringMatching(/^The log was cut here/);

let folder: string;
let dataDir: string;
let running: StartedCli | undefined;

async function start(env: Record<string, string> = {}, node?: string) {
  running = await startCli(dataDir, [], { env: { LOCAL_AGENT_SCRIPT_SPARE: '0', ...env }, ...(node && { node }) });
}
async function call(path: string, body?: object): Promise<Response> {
  const token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
  return fetch(new URL(path, running?.report.url), {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}
async function run(script: string, more: object = {}) {
  const answer = await call('/api/scripts/run', { script, ...more });
  const json: unknown = await answer.json();
  return answer.ok ? { ...scriptRunResultSchema.parse(json), error: null } : scriptRunFailureSchema.parse(json);
}
/** The most memory that the agent's own process has had so far, in bytes. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${running?.report.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
async function isHealthy(): Promise<boolean> {
  return (await call('/api/health')).ok;
}

async function makeFolder() {
  folder = await mkdtemp(join(tmpdir(), 'local-agent-output-'));
  await chmod(folder, 0o711);
  dataDir = await newWorkspace(join(folder, 'data'));
}
async function end() {
  if (running) await stopCli(running);
  running = undefined;
  await rm(folder, { recursive: true, force: true });
}

describe(`the memory of the agent stays flat while a script writes ${FLOOD_MB} MB`, () => {
  beforeAll(async () => {
    await makeFolder();
    await start();
    // What is loaded at the first run, and what an ordinary full log takes.
    await run('for (let i = 0; i < 3000; i++) log("x".repeat(1000))');
  });
  afterAll(end);

  const WRITE =
    'const { writeSync } = require("fs"); const write = (fd, text, times) => { const bytes = Buffer.from(text);';
  const ALL =
    'for (let i = 0; i < times; i++) for (let at = 0; at < bytes.length; ) try { at += writeSync(fd, bytes, at); }';
  // Where the pipe is full it waits for the agent, which needs the processor more.
  const AGAIN =
    'catch (error) { if (error.code !== "EAGAIN") throw error; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); } };';
  const flood = (fd: number, text: string) =>
    `${WRITE} ${ALL} ${AGAIN} write(${fd}, ${text}, ${FLOOD_MB}); log("done");`;
  const FLOODS: [string, string, unknown][] = [
    ['in one line to stdout', flood(1, '"x".repeat(2 ** 20)'), 'success'],
    ['in one line to stderr', flood(2, '"x".repeat(2 ** 20)'), 'success'],
    ['in lines of one character', flood(1, '"y\\n".repeat(2 ** 19)'), 'success'],
    ['in empty lines', flood(1, '"\\n".repeat(2 ** 20)'), 'success'],
    ['that are no text', flood(1, 'Buffer.alloc(2 ** 20, 0xc3)'), 'success'],
    // A script that writes to the agent in the runner's place may spoil its own run, and nothing else.
    ['as one endless message', flood(3, '"x".repeat(2 ** 20)'), expect.any(String)],
    ['as messages that are none', flood(3, '"{}\\n".repeat(350_000)'), expect.any(String)],
    [
      'as notes of the runner',
      flood(3, '(JSON.stringify({ kind: "error", text: "x".repeat(2 ** 18) }) + "\\n").repeat(4)'),
      expect.any(String),
    ],
    [
      'with console.log',
      `const text = "x".repeat(2 ** 20); for (let i = 0; i < ${FLOOD_MB}; i++) console.log(text)`,
      'success',
    ],
    [
      'without a line break',
      `for (let i = 0; i < ${FLOOD_MB}; i++) process.stdout.write("x".repeat(2 ** 20))`,
      'success',
    ],
    ['in one error', 'throw new Error("x".repeat(2 ** 28))', 'error'],
  ];
  it.each(FLOODS)('%s', async (_how, script, status) => {
    const before = await peak();
    const { run: flooded, logs } = await run(script, { timeoutMs: 100_000 });
    expect(flooded.status).toEqual(status);
    expect((await peak()) - before).toBeLessThan(GROWTH_MAX_BYTES);
    expect(Buffer.byteLength(logs.join('\n'))).toBeLessThan(4 * MB);
    expect(await isHealthy()).toBe(true);
  });

  it('and the log says where it was cut', async () =>
    expect((await run(flood(1, '"x".repeat(2 ** 20)'))).logs).toEqual([expect.stringMatching(/^x+$/), CUT]));
});

describe('an agent whose Node was removed while it runs', () => {
  beforeEach(makeFolder);
  afterEach(end);

  it.each(['0', '60'])('says so for each run and goes on (spare processes: %s s)', async (spare) => {
    const node = join(folder, 'node');
    await copyFile(process.execPath, node);
    await chmod(node, 0o755);
    await start({ LOCAL_AGENT_SCRIPT_SPARE: spare }, node);
    expect((await run('log("before")')).logs).toEqual(['before']);
    await rm(node);
    // The agent starts processes in one turn: once it answers, the spare one of that run is there, and none follows it.
    expect(await isHealthy()).toBe(true);
    await vi.waitFor(
      async () => {
        const { processes } = await leftOfRuns(dataDir);
        for (const { pid } of processes) process.kill(Number(pid), 'SIGKILL');
        expect(processes).toEqual([]);
      },
      { timeout: 20_000 },
    );
    for (const name of ['first', 'second']) {
      const { error, run: failed } = await run(`log("${name}")`);
      expect([failed.status, error]).toEqual([
        'error',
        expect.stringMatching(/^No process could be started .*ENOENT.*restart/),
      ]);
    }
    expect(await isHealthy()).toBe(true);
    // That of a spare process that is being tried, or was killed, goes a moment later.
    await vi.waitFor(async () => expect((await leftOfRuns(dataDir)).folders).toEqual([]), { timeout: 20_000 });
    expect(
      execFileSync('ps', ['-o', 'stat=', '-p', String(running?.report.pid)])
        .toString()
        .trim(),
    ).not.toBe('');
  });
});
