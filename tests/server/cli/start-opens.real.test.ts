import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSetupPage } from '../../../server/features/setup/setup-page.ts';
import { processesOn, type StartedCli, spawnCli, stopCli } from '../../helpers/cli.ts';
import { testFolder } from '../../helpers/file-folder.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

let folder: string;
let dataDir: string;
let home: string;
let program: string;
let env: Record<string, string>;
let agents: StartedCli[];

beforeEach(async () => {
  folder = await testFolder();
  dataDir = await newWorkspace(join(folder, 'data'));
  home = join(folder, 'home');
  await mkdir(home);
  program = join(folder, 'browser');
  // Keeps what it was started with, what all processes were started with then, and what it was given to read.
  const script = `#!/bin/sh
ps -ww -eo args > "${folder}/all"
case "$1" in file://*) cat "\${1#file://}" > "${folder}/page" ;; esac
printf '%s' "$*" > "${folder}/arguments.part"
mv "${folder}/arguments.part" "${folder}/arguments"
`;
  await writeFile(program, script, { mode: 0o755 });
  env = { BROWSER: program, HOME: home, DISPLAY: '', WAYLAND_DISPLAY: '', LOCAL_AGENT_OPEN: 'true' };
  agents = [];
});
afterEach(async () => {
  await Promise.all(agents.map((agent) => stopCli(agent)));
  expect(await processesOn(folder)).toEqual([]);
});

const read = (name: string) => readFile(join(folder, name), 'utf8');
const setupFolders = async () => (await readdir(home)).filter((name) => name.startsWith('local-agent-setup-'));
const tokenOf = (link: string | null) => new URL(String(link)).hash.replace('#setup=', '');

/** The command line of every process there is at the moment, as any user of the machine can read it. */
async function commandLines(): Promise<string> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // One that has ended since has none any more.
  const lines = processes.map((pid) => readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => ''));
  return (await Promise.all(lines)).join('\n');
}

/** Starts, and waits until the browser was started with something. */
async function startAndOpen(): Promise<{ started: StartedCli; opened: string }> {
  await rm(join(folder, 'arguments'), { force: true });
  const { child, ended } = spawnCli(['start', '--json', '--port', '0', '--data-dir', dataDir], { env });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text)));
    ended.then((result) => reject(new Error(JSON.stringify(result))), reject);
  });
  const started = { child, ended, report: JSON.parse(line) };
  agents.push(started);
  await vi.waitFor(() => stat(join(folder, 'arguments')), { timeout: 20_000 });
  return { started, opened: await read('arguments') };
}

// The browser is named by BROWSER on Linux only.
describe.skipIf(process.platform !== 'linux')('start opens the browser', () => {
  it('on a private page that leads to the set-up link, which stands in no command line, and again when it runs already', async () => {
    const { started, opened } = await startAndOpen();
    const { setupLink, url } = started.report;
    expect(opened).toMatch(new RegExp(`^file://${home}/local-agent-setup-\\w{8}-\\w{6}/local-agent-setup\\.html$`));
    expect(await read('page')).toContain(`url=${setupLink}"`);
    expect(await read('all')).toContain(opened);
    const isHidden = async (link: string | null) => {
      for (const lines of [await read('all'), await commandLines()]) {
        expect(lines).toContain(dataDir);
        expect(lines).not.toContain(tokenOf(link));
      }
    };
    await isHidden(setupLink);
    const file = fileURLToPath(opened);
    expect([(await stat(file)).mode & 0o777, (await stat(join(file, '..'))).mode & 0o777]).toEqual([0o600, 0o700]);

    const second = (await startAndOpen()).started.report;
    expect([second.alreadyRunning, await setupFolders()]).toEqual([true, [expect.any(String)]]);
    expect(await read('page')).toContain(`url=${second.setupLink}"`);
    await isHidden(second.setupLink);

    const body = JSON.stringify({
      email: 'me@example.com',
      password: 'correct horse',
      token: tokenOf(second.setupLink),
    });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${url}/api/setup`, { method: 'POST', headers, body })).status).toBe(201);
    expect(await setupFolders()).toEqual([]);
  });

  it('on its plain address where the page cannot be written', async () =>
    expect(
      await createSetupPage(dataDir, join(folder, 'nowhere')).write('http://127.0.0.1:1/auth#setup=x'),
    ).toBeNull());
});
