import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processesOn, runCli, runHere, type StartedCli, spawnCli, startCli, stopCli } from '../../helpers/cli.ts';
import { testFolder } from '../../helpers/file-folder.ts';
import { inTime } from '../../helpers/in-time.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

/** One line that says what is wrong, and no stack trace. */
const ONE_LINE = /^local-agent: [^\n]+\n$/;
/** Of a user without rights. */
const OTHER_UID = 65_534;

let folder: string;
let dataDir: string;
let started: Pick<StartedCli, 'child' | 'ended'>[];

beforeEach(async () => {
  folder = await testFolder();
  dataDir = join(folder, 'data');
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((agent) => stopCli(agent)));
  expect(await processesOn(folder)).toEqual([]);
});

describe('start', () => {
  it('says in a banner where it answers and keeps its data, and is forced to end by a second SIGINT, leaving no process', async () => {
    await newWorkspace(dataDir);
    const agent = spawnCli(['start', '--no-open', '--port', '0', '--data-dir', dataDir]);
    started.push(agent);
    const { child } = agent;
    let banner = '';
    child.stdout.on('data', (text) => {
      banner += text;
    });
    await vi.waitUntil(() => banner.includes('Ctrl+C'), { timeout: 100_000 });
    expect(banner).toMatch(/local-agent \d+\.\d+\.\d+\n/);
    expect(banner).toContain(`Data directory  ${dataDir}\n`);
    expect(banner).toContain('Mode            embedded');
    const url = /URL +(http:\/\/127\.0\.0\.1:\d+)\n/.exec(banner)?.[1];
    expect(banner).toContain(`${url}/auth#setup=`);
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ name: 'local-agent', mode: 'embedded' });
    const hanging = await hangingRequest(url ?? '');
    const stopping = vi.fn();
    child.stderr.on('data', stopping);
    child.kill('SIGINT');
    // A second signal that comes before a busy agent has seen the first one is the same signal to the system. Two of one
    // key press count once; the second key press comes later.
    await vi.waitFor(() => expect(stopping).toHaveBeenCalledWith('Stopping…\n'), { timeout: 20_000 });
    await delay(400);
    expect((await inTime(stopCli(agent, 'SIGINT'))).code).toBe(130);
    await vi.waitUntil(async () => (await processesOn(dataDir)).length === 0, { timeout: 20_000 });
    hanging.destroy();
  });
});

/** A request that the server has begun to read, and whose body never comes. */
async function hangingRequest(url: string) {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST /api/setup HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.write('{');
  return socket;
}

describe('an agent that runs', () => {
  it('is told of as JSON, by a second start, by status and where its port is wanted, and ended by stop, even with a request under way', async () => {
    const here = ['--json', '--data-dir', dataDir];
    expect(await runHere(['status', ...here])).toMatchObject({
      code: 1,
      stdout: `{"running":false,"dataDir":"${dataDir}"}\n`,
    });
    await newWorkspace(dataDir);
    const agent = await startCli(dataDir);
    started.push(agent);
    const { report } = agent;
    expect(report).toMatchObject({ dataDir, mode: 'embedded', pid: agent.child.pid, alreadyRunning: false });
    expect(report.setupLink).toMatch(new RegExp(`^${report.url}/auth#setup=`));

    const second = await runHere(['start', '--no-open', ...here]);
    expect(second.code).toBe(0);
    const told = JSON.parse(second.stdout);
    expect(told).toMatchObject({ url: report.url, pid: report.pid, mode: 'embedded', alreadyRunning: true });
    expect(told.setupLink).toMatch(new RegExp(`^${report.url}/auth#setup=`));

    const { port } = new URL(report.url);
    const other = await runHere(['start', '--no-open', '--port', port, '--data-dir', join(folder, 'other')]);
    expect(other).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
    expect(other.stderr).toContain(`Port ${port} is in use by another local-agent`);

    const status = await runHere(['status', ...here]);
    expect([status.code, JSON.parse(status.stdout)]).toMatchObject([0, { running: true, url: report.url }]);
    expect((await processesOn(dataDir)).some((line) => line.includes('postgres'))).toBe(true);
    const hanging = await hangingRequest(report.url);
    const stop = await inTime(runHere(['stop', ...here]));
    expect([stop.code, JSON.parse(stop.stdout)]).toMatchObject([0, { stopped: true, pid: report.pid }]);
    expect(await agent.ended).toMatchObject({ code: 0, stdout: `${JSON.stringify(report)}\n` });
    expect(await processesOn(dataDir)).toEqual([]);
    hanging.destroy();
    expect(await runHere(['stop', '--data-dir', dataDir])).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('what keeps it from starting is told in one line with the remedy, and exit code 1:', () => {
  async function failure(args: string[], run = runHere): Promise<string> {
    const { code, stdout, stderr } = await run(['start', '--no-open', '--port', '0', ...args]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(ONE_LINE);
    return stderr;
  }

  it('a port that another program holds, with its name', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const told = await failure(['--data-dir', dataDir, '--port', String(port)]);
    server.close();
    expect(told).toContain(`Port ${port} is in use by `);
    if (process.platform === 'linux') expect(told).toContain(`(process ${process.pid})`);
    expect(told).toContain(`local-agent start --port ${port + 1}`);
  });

  it('another host without --allow-remote', async () =>
    expect(await failure(['--data-dir', dataDir, '--host', '0.0.0.0'])).toContain('Add --allow-remote'));

  it('a data directory that cannot be written', async () => {
    await chmod(folder, 0o555);
    const uid = process.getuid?.() === 0 ? OTHER_UID : undefined;
    const asOther = (args: readonly string[]) => runCli([...args], { uid });
    expect(await failure(['--data-dir', dataDir], asOther)).toContain(`Cannot write to the data directory ${dataDir}`);
    await chmod(folder, 0o755);
  });
});

/** Lets the agent's process fail where nothing handles it, when it is sent a signal. */
const PLANTED = `process.on('SIGUSR2', () => { Promise.reject(new Error('planted rejection')); });
  process.on('SIGWINCH', () => { throw new Error('planted exception'); });`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PLANTED)}`;

it('a rejection that nothing handles is logged and the agent goes on; an uncaught exception ends it in order', async () => {
  const dataDir = await newWorkspace();
  const { child, report, ended } = await startCli(dataDir, [], { env: { NODE_OPTIONS } });
  let errors = '';
  child.stderr.on('data', (text: string) => {
    errors += text;
  });
  for (const count of [1, 2]) {
    process.kill(report.pid, 'SIGUSR2');
    await vi.waitUntil(() => errors.split('Error: planted rejection').length > count, {
      timeout: 30_000,
      interval: 20,
    });
  }
  expect((await fetch(new URL('/api/health', report.url))).status).toBe(200);

  process.kill(report.pid, 'SIGWINCH');
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('Error: planted exception')]);
  expect(await processesOn(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});
