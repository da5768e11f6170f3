import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { planService } from '../../../../server/cli/service/plan.ts';
import { serviceOf } from '../../../../server/cli/service/service.ts';
import { defaultDataDirectory } from '../../../../server/system/machine.ts';
import type { ProgramResult } from '../../../../server/system/run-program.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

let home: string;
beforeEach(async () => {
  home = await testFolder();
});

type Answer = Partial<ProgramResult>;

/** A service on a system whose programs return `answers`, by a part of the command line; all others succeed. */
function on(platform: 'linux' | 'darwin' | 'win32', answers: Record<string, Answer | (() => Answer)> = {}) {
  const calls: string[] = [];
  const machine = { platform, home, isRoot: false };
  const env = {};
  const dataDir = defaultDataDirectory(env, machine);
  const from = { machine, env, nodePath: '/opt/node/bin/node', launcher: '/opt/la/bin/local-agent.js' };
  const plan = planService({ dataDir, port: null }, from);
  const run = async (program: string, args: readonly string[]) => {
    const line = [program, ...args].join(' ');
    calls.push(line);
    const [, answer = {}] = Object.entries(answers).find(([part]) => line.includes(part)) ?? [];
    return { code: 0, stdout: '', stderr: '', ...(typeof answer === 'function' ? answer() : answer) };
  };
  return { calls, service: serviceOf(plan, { machine, env, user: 'ada', uid: 501, run }) };
}

const unitPath = () => join(home, '.config/systemd/user/local-agent.service');

describe('systemd', () => {
  it('installs, enables and starts, and removes exactly that', async () => {
    const { service, calls } = on('linux', {
      'is-enabled': { stdout: 'enabled\n' },
      'is-active': { stdout: 'active\n' },
    });
    expect(await service.state()).toEqual({ installed: false, enabled: false, running: false });
    expect(await service.isCurrent()).toBe(false);
    await service.install({ startNow: true });
    expect(calls.slice(1)).toEqual([
      'systemctl --user daemon-reload',
      'systemctl --user enable local-agent.service',
      'systemctl --user restart local-agent.service',
    ]);
    expect(service.place).toBe(unitPath());
    expect(await readFile(unitPath(), 'utf8')).toBe(service.definition);
    // Not writable for other users.
    expect((await stat(unitPath())).mode & 0o022).toBe(0);
    expect(await service.state()).toEqual({ installed: true, enabled: true, running: true });
    expect([await service.isCurrent(), await service.uninstall()]).toEqual([true, true]);
    expect(calls).toContain('systemctl --user disable --now local-agent.service');
    expect([existsSync(unitPath()), await service.uninstall()]).toEqual([false, false]);
  });

  it('leaves an agent alone that was started by hand', async () => {
    const { service, calls } = on('linux');
    await service.install({ startNow: false });
    expect(calls.filter((line) => / (re)?start /.test(line))).toEqual([]);
  });

  it('says what to do where no systemd answers, and writes nothing', async () => {
    const { service } = on('linux', { show: { code: 1, stderr: 'Failed to connect to bus: No medium found\n' } });
    await expect(service.install({ startNow: true })).rejects.toThrow(
      'systemd does not answer (Failed to connect to bus: No medium found). Log in directly as this user, not with su or sudo. If there is no systemd, as in a container, start this with the machine: /opt/node/bin/node /opt/la/bin/local-agent.js start --no-open --data-dir ',
    );
    expect(existsSync(unitPath())).toBe(false);
  });

  it('takes back what it wrote when systemd refuses it, and keeps what was there before', async () => {
    const refusing = { 'enable local-agent': { code: 1, stderr: 'Read-only file system' } };
    await expect(on('linux', refusing).service.install({ startNow: true })).rejects.toThrow(
      '`systemctl enable local-agent.service` failed: Read-only file system. Correct that, then try again.',
    );
    expect(existsSync(unitPath())).toBe(false);

    const { service } = on('linux');
    await service.install({ startNow: true });
    const earlier = `${service.definition}# of an earlier version\n`;
    await writeFile(unitPath(), earlier);
    await expect(on('linux', refusing).service.install({ startNow: true })).rejects.toThrow();
    expect(await readFile(unitPath(), 'utf8')).toBe(earlier);
  });

  it.each(['install', 'uninstall', 'state'] as const)('does not touch what another wrote: %s', async (action) => {
    await mkdir(dirname(unitPath()), { recursive: true });
    await writeFile(unitPath(), '[Service]\nExecStart=/bin/true\n');
    const { service, calls } = on('linux');
    const doIt = () => (action === 'install' ? service.install({ startNow: true }) : service[action]());
    await expect(doIt()).rejects.toThrow(`${unitPath()} was not made by \`local-agent service install\`.`);
    expect(await readFile(unitPath(), 'utf8')).toContain('/bin/true');
    expect(calls.filter((line) => !line.includes(' show '))).toEqual([]);
  });

  it('knows a unit of another Node, and says how to have it run without a login', async () => {
    const { service } = on('linux', { Linger: { stdout: 'no\n' } });
    await service.install({ startNow: true });
    await writeFile(unitPath(), service.definition.replace('/opt/node/', '/opt/older-node/'));
    expect(await service.isCurrent()).toBe(false);
    expect(await service.advice()).toContain('loginctl enable-linger');
    expect(await on('linux', { Linger: { stdout: 'yes\n' } }).service.advice()).toBeNull();
  });
});

describe('launchd', () => {
  it('loads the agent anew, once its predecessor is gone', async () => {
    let left = 1;
    const bootstrap = () => (left-- > 0 ? { code: 5, stderr: 'Bootstrap failed: 5: Input/output error' } : {});
    const { service, calls } = on('darwin', { bootstrap, print: { stdout: '\tstate = running\n\tpid = 1\n' } });
    await service.install({ startNow: true });
    const path = join(home, 'Library/LaunchAgents/local-agent.plist');
    const load = `launchctl bootstrap gui/501 ${path}`;
    const [out, enable] = ['launchctl bootout gui/501/local-agent', 'launchctl enable gui/501/local-agent'];
    expect(calls).toEqual([out, enable, load, load]);
    expect(await readFile(path, 'utf8')).toBe(service.definition);
    expect(await service.state()).toEqual({ installed: true, enabled: true, running: true });
    expect([await service.isCurrent(), await service.uninstall()]).toEqual([true, true]);
    expect(existsSync(path)).toBe(false);
  });

  it('says what to do where there is no launchctl', async () => {
    const { service } = on('darwin', { bootstrap: { code: null, stderr: 'spawn launchctl ENOENT' } });
    await expect(service.install({ startNow: true })).rejects.toThrow(/`launchctl bootstrap gui\/501` failed: spawn/);
    expect(existsSync(service.place)).toBe(false);
  });
});

it('Task Scheduler hands over the definition in a file as schtasks reads it, and leaves no file', async () => {
  const tasks = new Map<string, string>();
  const { service, calls } = on('win32', {
    '/Query': () => (tasks.has('it') ? { stdout: tasks.get('it') } : { code: 1, stderr: 'ERROR: not found.' }),
    '/Delete': () => {
      tasks.clear();
      return {};
    },
    powershell: { stdout: 'Running\r\n' },
  });
  expect(await service.uninstall()).toBe(false);
  tasks.set('it', service.definition);
  await service.install({ startNow: true });
  const create = calls.find((line) => line.includes('/Create')) ?? '';
  expect(create).toMatch(/^schtasks \/Create \/TN \\local-agent \/XML .*task\.xml \/F$/);
  expect(existsSync(/\/XML (.*) \/F/.exec(create)?.[1] ?? '/')).toBe(false);
  expect(calls).toContain('schtasks /Run /TN \\local-agent');
  expect(await service.state()).toEqual({ installed: true, enabled: true, running: true });
  expect([await service.isCurrent(), await service.uninstall()]).toEqual([true, true]);
  expect(await service.state()).toEqual({ installed: false, enabled: false, running: false });
});

it('Task Scheduler does not touch another task of that name, and says what to do where access is denied', async () => {
  const other = on('win32', { '/Query': { stdout: '<Task/>' } });
  await expect(other.service.install({ startNow: true })).rejects.toThrow(/task \\local-agent was not made by/);
  expect(other.calls).toHaveLength(1);
  const denied = on('win32', { '/Query': { code: 1 }, '/Create': { code: 1, stderr: 'ERROR: Access is denied.\r\n' } });
  await expect(denied.service.install({ startNow: true })).rejects.toThrow(/Access is denied\. .* as administrator/);
});
