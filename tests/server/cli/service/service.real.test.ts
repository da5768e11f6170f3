import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findHolder, stopHolder } from '../../../../server/data-directory/agent-lock.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { startFoundAgent } from '../../../helpers/agent.ts';
import { channelPath } from '../../../helpers/agent-paths.ts';
import { runHere } from '../../../helpers/cli.ts';
import { isFull } from '../../../helpers/depth.ts';
import { fileFolder } from '../../../helpers/file-folder.ts';
import { addPost } from '../../../helpers/history.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { startPds } from '../../../helpers/pds.ts';
import { newWorkspace } from '../../../helpers/workspace.ts';

/** systemd itself parses the unit. With --test, it starts nothing; as root, it does not run. */
const SYSTEMD = '/usr/lib/systemd/systemd';
const NOBODY = 65_534;
const WAIT = { timeout: 60_000, interval: 100 };

/** One workspace, in a folder whose name a unit can only hold escaped. */
const folder = await fileFolder();
const dataDir = join(folder, `it's "100%h" $HOME`);
const pds = ofFile(() => startPds());
let child: ChildProcess | undefined;

beforeAll(() => newWorkspace(dataDir));
afterAll(async () => {
  await stopHolder(dataDir);
  if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
});

const here = (args: string[]) => runHere([...args, '--data-dir', dataDir]);

it('says that nothing is installed, and how to', async () => {
  const said = expect.stringContaining('Install it with `local-agent service install`.');
  expect(await here(['service', 'status'])).toEqual({ code: 1, stdout: '', stderr: said });
  const { code, stdout } = await here(['service', 'status', '--json']);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    { installed: false, running: false, current: false, url: null },
  ]);
  const removed = await here(['service', 'uninstall', '--json']);
  expect([removed.code, JSON.parse(removed.stdout)]).toMatchObject([0, { uninstalled: false }]);
});

it('refuses keys on its command line', async () =>
  expect((await here(['service', 'install', '--print', '--supabase-secret-key', 'sb_secret_1'])).code).toBe(2));

/** A unit as systemd parses it: its command line, in shell syntax, and its variables. */
async function asSystemdReads(unit: string): Promise<{ command: string; variables: string[] }> {
  const home = await mkdtemp(join(folder, 'systemd-'));
  await mkdir(join(home, 'systemd/user'), { recursive: true });
  await writeFile(join(home, 'systemd/user/it.service'), unit);
  await promisify(execFile)('chmod', ['-R', 'a+rwX', home]);
  const { stdout } = await promisify(execFile)(SYSTEMD, ['--user', '--test', '--unit=it.service'], {
    env: { HOME: home, XDG_CONFIG_HOME: home, XDG_RUNTIME_DIR: home, SYSTEMD_COLORS: '0' },
    maxBuffer: 64 * 1024 * 1024,
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  });
  const [, dump = ''] = /-> Unit it\.service:\n([\s\S]*?)(?:\n\t-> Unit|$)/.exec(stdout) ?? [];
  const valuesOf = (key: string) =>
    [...dump.matchAll(new RegExp(`^\\t+${key}: (.*)$`, 'gm'))].map(([, value = '']) => value);
  return { command: valuesOf('Command Line').join('; '), variables: valuesOf('Environment') };
}

/** Leaves a due post in the workspace, with no agent running. */
async function leavePost(): Promise<void> {
  const agent = await startFoundAgent({ dataDir });
  const { id } = await accountsTable(agent.admin).insert({ platform: 'bluesky', account_label: 'Sky' });
  const { handle: identifier, appPassword } = pds.account;
  const body = { platform: 'bluesky', identifier, appPassword, server: pds.origin };
  expect((await agent.call(channelPath(id), { body })).status).toBe(200);
  const content = { caption: 'While it was off' };
  await addPost(agent.admin, { at: new Date().toISOString(), isOut: false, platform: 'bluesky', content });
  await agent.stop();
}

it.runIf(isFull && existsSync(SYSTEMD))(
  'has systemd start, with nothing of this shell around it, an agent that publishes what became due meanwhile',
  async () => {
    await leavePost();

    const { code, stdout } = await here(['service', 'install', '--print', '--port', '0']);
    expect(code).toBe(0);
    const { command, variables } = await asSystemdReads(stdout);
    expect(command).toContain(process.execPath);
    expect(variables).toContain(`PATH=${process.env.PATH}`);
    const environment = ['-i', `HOME=${folder}`, ...variables];
    child = spawn('env', [...environment, 'sh', '-c', `exec ${command}`], { cwd: '/', stdio: 'ignore' });
    await vi.waitFor(async () => expect((await findHolder(dataDir))?.url).toMatch(/^http/), WAIT);
    await vi.waitFor(
      () => expect([...pds.posts.values()].map(({ value }) => value.text)).toEqual(['While it was off']),
      WAIT,
    );
  },
);
