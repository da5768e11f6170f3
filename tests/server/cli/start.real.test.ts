import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StartReport } from '../../../server/cli/agent/banner.ts';
import { createSetupPage } from '../../../server/features/setup/setup-page.ts';
import {
  processesOn,
  reported,
  runCli,
  runHere,
  type StartedCli,
  spawnCli,
  startCli,
  stopCli,
} from '../../helpers/cli.ts';
import { isFull } from '../../helpers/depth.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { inTime } from '../../helpers/in-time.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

/** A one-line error message, without a stack trace. */
const ONE_LINE = /^local-agent: [^\n]+\n$/;
/** The id of an unprivileged user. */
const OTHER_UID = 65_534;
/** Only on Linux, BROWSER names the browser. */
const NAMES_BROWSER = process.platform === 'linux';

/** On a signal, the agent's process has an unhandled rejection or an uncaught exception. */
const PLANTED = `process.on('SIGUSR2', () => { Promise.reject(new Error('planted rejection')); });
  process.on('SIGWINCH', () => { throw new Error('planted exception'); });`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PLANTED)}`;

const folder = await fileFolder();

/** One agent that opens the browser. The tests build on one another. */
describe('an agent that runs', () => {
  const dataDir = join(folder, 'data');
  const here = ['--json', '--data-dir', dataDir];
  const home = join(folder, 'home');
  let agent: StartedCli;
  let errors = '';

  beforeAll(async () => {
    await newWorkspace(dataDir);
    await mkdir(home);
    const program = join(folder, 'browser');
    // Records its own arguments, the arguments of all processes at that time, and the page that it was given.
    const script = `#!/bin/sh
ps -ww -eo args > "${folder}/all"
case "$1" in file://*) cat "\${1#file://}" > "${folder}/page" ;; esac
printf '%s' "$*" > "${folder}/arguments.part"
mv "${folder}/arguments.part" "${folder}/arguments"
`;
    await writeFile(program, script, { mode: 0o755 });
    const desktop = { BROWSER: program, HOME: home, DISPLAY: '', WAYLAND_DISPLAY: '' };
    const env = { ...desktop, LOCAL_AGENT_OPEN: String(NAMES_BROWSER), NODE_OPTIONS };
    for (const [name, value] of Object.entries({ ...env, NODE_OPTIONS: '' })) vi.stubEnv(name, value);
    agent = await reported(spawnCli(['start', '--json', '--port', '0', '--data-dir', dataDir], { env }));
    agent.child.stderr.on('data', (text: string) => {
      errors += text;
    });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    if (agent) await stopCli(agent);
    expect(await processesOn(folder)).toEqual([]);
  });

  const setupFolders = async () => (await readdir(home)).filter((name) => name.startsWith('local-agent-setup-'));
  const tokenOf = (link: string | null) => new URL(String(link)).hash.replace('#setup=', '');

  describe.runIf(NAMES_BROWSER)('opens the browser', () => {
    const read = (name: string) => readFile(join(folder, name), 'utf8');

    /** The command line of every running process, as any user of the machine can read it. */
    async function commandLines(): Promise<string> {
      const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      // A process that has exited since has no command line.
      const lines = processes.map((pid) => readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => ''));
      return (await Promise.all(lines)).join('\n');
    }
    async function isHidden(link: string | null): Promise<void> {
      for (const lines of [await read('all'), await commandLines()]) {
        expect(lines).toContain(dataDir);
        expect(lines).not.toContain(tokenOf(link));
      }
    }
    /** The arguments that the browser was started with. */
    async function opened(): Promise<string> {
      await vi.waitFor(() => stat(join(folder, 'arguments')), { timeout: 20_000 });
      return read('arguments');
    }

    it('on a private page that leads to the set-up link, which stands in no command line, and again when it runs already', async () => {
      const { setupLink } = agent.report;
      const page = await opened();
      expect(page).toMatch(new RegExp(`^file://${home}/local-agent-setup-\\w{8}-\\w{6}/local-agent-setup\\.html$`));
      expect(await read('page')).toContain(`url=${setupLink}"`);
      expect(await read('all')).toContain(page);
      await isHidden(setupLink);
      const file = fileURLToPath(page);
      expect([(await stat(file)).mode & 0o777, (await stat(join(file, '..'))).mode & 0o777]).toEqual([0o600, 0o700]);

      await rm(join(folder, 'arguments'));
      const second: StartReport = JSON.parse((await runHere(['start', ...here])).stdout);
      await opened();
      expect([second.alreadyRunning, await setupFolders()]).toEqual([true, [expect.any(String)]]);
      expect(await read('page')).toContain(`url=${second.setupLink}"`);
      await isHidden(second.setupLink);
    });

    it('on its plain address where the page cannot be written', async () =>
      expect(
        await createSetupPage(dataDir, join(folder, 'nowhere')).write('http://127.0.0.1:1/auth#setup=x'),
      ).toBeNull());
  });

  it('is told of as JSON, by a second start, in a banner, by status and where its port is wanted', async () => {
    expect(await runHere(['status', '--json', '--data-dir', join(folder, 'other')])).toMatchObject({
      code: 1,
      stdout: `{"running":false,"dataDir":"${join(folder, 'other')}"}\n`,
    });
    const { report } = agent;
    expect(report).toMatchObject({ dataDir, mode: 'embedded', pid: agent.child.pid, alreadyRunning: false });
    expect(report.setupLink).toMatch(new RegExp(`^${report.url}/auth#setup=`));

    const second = await runHere(['start', '--no-open', ...here]);
    expect(second.code).toBe(0);
    const told = JSON.parse(second.stdout);
    expect(told).toMatchObject({ url: report.url, pid: report.pid, mode: 'embedded', alreadyRunning: true });
    expect(told.setupLink).toMatch(new RegExp(`^${report.url}/auth#setup=`));

    const banner = (await runHere(['start', '--no-open', '--data-dir', dataDir])).stdout;
    expect(banner).toMatch(/local-agent \d+\.\d+\.\d+ /);
    for (const words of [`URL             ${report.url}\n`, `Data directory  ${dataDir}\n`, 'Mode            embedded'])
      expect(banner).toContain(words);
    expect(banner).toContain(`${report.url}/auth#setup=`);

    const { port } = new URL(report.url);
    const other = await runHere(['start', '--no-open', '--port', port, '--data-dir', join(folder, 'other')]);
    expect(other).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
    expect(other.stderr).toContain(`Port ${port} is in use by another local-agent`);

    const status = await runHere(['status', ...here]);
    expect([status.code, JSON.parse(status.stdout)]).toMatchObject([0, { running: true, url: report.url }]);
  });

  it('keeps no page with a set-up link once there is an account', async () => {
    const { url } = agent.report;
    const { setupLink }: StartReport = JSON.parse((await runHere(['start', '--no-open', ...here])).stdout);
    const body = JSON.stringify({ email: 'me@example.com', password: 'correct horse', token: tokenOf(setupLink) });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${url}/api/setup`, { method: 'POST', headers, body })).status).toBe(201);
    expect(await setupFolders()).toEqual([]);
  });

  it('logs a rejection that nothing handles, and goes on', async () => {
    for (const count of [1, 2]) {
      process.kill(agent.report.pid, 'SIGUSR2');
      await vi.waitUntil(() => errors.split('Error: planted rejection').length > count, {
        timeout: 30_000,
        interval: 20,
      });
    }
    expect((await fetch(new URL('/api/health', agent.report.url))).status).toBe(200);
  });

  it('is ended by stop', async () => {
    const { report, ended } = agent;
    expect((await processesOn(dataDir)).some((line) => line.includes('postgres'))).toBe(true);
    const stop = await inTime(runHere(['stop', ...here]));
    expect([stop.code, JSON.parse(stop.stdout)]).toMatchObject([0, { stopped: true, pid: report.pid }]);
    expect(await ended).toMatchObject({ code: 0, stdout: `${JSON.stringify(report)}\n` });
    expect(await processesOn(dataDir)).toEqual([]);
    expect(await runHere(['stop', '--data-dir', dataDir])).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('what keeps it from starting is told in one line with the remedy, and exit code 1:', () => {
  const dataDir = join(folder, 'unused');

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
    const dataDir = join(folder, 'unwritable');
    await chmod(folder, 0o555);
    const uid = process.getuid?.() === 0 ? OTHER_UID : undefined;
    const asOther = (args: readonly string[]) => runCli([...args], { uid });
    expect(await failure(['--data-dir', dataDir], asOther)).toContain(`Cannot write to the data directory ${dataDir}`);
    await chmod(folder, 0o755);
  });
});

it.runIf(isFull)('an exception that nothing catches ends it in order', async () => {
  const dataDir = await newWorkspace(join(folder, 'broken'));
  const { report, ended } = await startCli(dataDir, [], { env: { NODE_OPTIONS } });
  process.kill(report.pid, 'SIGWINCH');
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('Error: planted exception')]);
  expect(await processesOn(dataDir)).toEqual([]);
});
