import { join } from 'node:path';
import { parse } from 'plist';
import { describe, expect, it } from 'vitest';
import { assertLasting, type Installation, planService } from '../../../../server/cli/service/plan.ts';
import { serviceOf } from '../../../../server/cli/service/service.ts';
import { AppError } from '../../../../server/errors.ts';
import type { Machine } from '../../../../server/system/machine.ts';
import { fileFolder } from '../../../helpers/file-folder.ts';

const home = await fileFolder();

const machineOf = (platform: NodeJS.Platform, isRoot = false): Machine => ({ platform, home, isRoot });

/** Paths with characters that are special in a shell, a systemd unit, XML or a Windows command line. */
const HOSTILE = [`/data/it's "a" folder`, '/data/a&b<c>]]>;--', '/data/Übung\\日本 #'];

type Given = Partial<Installation> & { dataDir?: string; port?: number };

function made(platform: NodeJS.Platform, { dataDir = '/data', port, ...given }: Given = {}) {
  const machine = given.machine ?? machineOf(platform);
  const from = { env: {}, nodePath: '/opt/node/bin/node', launcher: '/opt/la/bin/local-agent.js', ...given, machine };
  const wanted = { dataDir, port: port ?? null };
  const plan = planService(wanted, from);
  const run = () => Promise.reject(new Error('Nothing is to be run.'));
  const service = serviceOf(plan, { machine, env: from.env, user: 'ada', uid: 501, run });
  return { plan, service, check: () => assertLasting(plan, wanted, from) };
}

describe('what is started', () => {
  it('is this Node with this launcher, and the port where one was named', () => {
    const command = ['/opt/node/bin/node', '/opt/la/bin/local-agent.js', 'start', '--no-open', '--data-dir', '/data'];
    expect(made('linux').plan.command).toEqual(command);
    expect(made('linux', { port: 8080 }).plan.command).toEqual([...command, '--port', '8080']);
  });

  it('has a name of its own for each data directory', () => {
    const dataDir = join(home, '.local/share/local-agent');
    expect(made('linux', { dataDir }).plan.name).toBe('local-agent');
    expect(made('linux').plan.name).toMatch(/^local-agent-[0-9a-f]{8}$/);
    expect(made('linux', { dataDir: '/other' }).plan.name).not.toBe(made('linux').plan.name);
  });

  it('finds programs as this shell does, and carries no key', () => {
    const env = {
      PATH: '/usr/bin:/opt/bin',
      HTTPS_PROXY: 'http://proxy:3128',
      http_proxy: 'http://ada:secret@proxy:3128',
      PUPPETEER_EXECUTABLE_PATH: '/opt/chrome',
      OPENAI_API_KEY: 'sk-1',
      LOCAL_AGENT_PORT: '8080',
    };
    const { PATH, HTTPS_PROXY, PUPPETEER_EXECUTABLE_PATH } = env;
    expect(made('linux', { env }).plan.environment).toEqual({ PATH, HTTPS_PROXY, PUPPETEER_EXECUTABLE_PATH });
  });

  it.each([
    ['/home/a/.npm/_npx/0123/node_modules/local-agent/bin/local-agent.js'],
    ['/home/a/.cache/pnpm/dlx/abc/node_modules/local-agent/bin/local-agent.js'],
    ['/tmp/dlx-4711/node_modules/local-agent/bin/local-agent.js'],
  ])('is not what lies in a cache: %s', (launcher) =>
    expect(made('linux', { launcher }).check).toThrow(/npm install --global local-agent/),
  );

  it('refuses what the service would do otherwise than this shell', () => {
    const env = { LOCAL_AGENT_SUPABASE_URL: 'https://x.supabase.co', LOCAL_AGENT_SUPABASE_SECRET_KEY: 'sb_secret' };
    expect(made('linux', { env }).check).toThrow(
      'LOCAL_AGENT_SUPABASE_URL, LOCAL_AGENT_SUPABASE_SECRET_KEY are set in this shell, which a service does not see. Put the settings into config.json in /data',
    );
    expect(made('linux', { env: { LOCAL_AGENT_CONFIG: '/a.json' } }).check).toThrow(/^LOCAL_AGENT_CONFIG is set/);
    expect(made('linux', { env: { LOCAL_AGENT_PORT: '1', LOCAL_AGENT_DATA_DIR: '/data' } }).check).not.toThrow();
  });

  it.each([
    ['linux', '/data/two\nExecStartPre=/bin/evil', 'control characters'],
    ['win32', 'C:\\%USERPROFILE%\\data', 'replace a part'],
    ['win32', 'C:\\$(Arg0)', 'replace a part'],
  ] as const)('refuses on %s what cannot be written down: %j', (platform, dataDir, words) => {
    expect(made(platform, { dataDir }).check).toThrow(words);
    expect(made(platform, { dataDir }).check).toThrow(AppError);
  });

  it('says so where there is no manager that is known', () =>
    expect(() => made('freebsd')).toThrow(/no service manager on freebsd/));
});

describe('a unit of systemd', () => {
  it('starts with the user, again after a failure, and ends the agent in order', () => {
    const { service } = made('linux', { dataDir: '/data', port: 8080, env: { PATH: '/usr/bin' } });
    expect(service.place).toMatch(/\/\.config\/systemd\/user\/local-agent-[0-9a-f]{8}\.service$/);
    expect(
      service.definition,
    ).toBe(`# Made by \`local-agent service install\`; \`local-agent service uninstall\` removes it.
[Unit]
Description=Local Agent: makes, schedules and publishes posts

[Service]
ExecStart="/opt/node/bin/node" "/opt/la/bin/local-agent.js" "start" "--no-open" "--data-dir" "/data" "--port" "8080"
Environment="PATH=/usr/bin"
Restart=on-failure
RestartSec=15
KillMode=mixed
TimeoutStopSec=30
StandardOutput=null
UMask=0077

[Install]
WantedBy=default.target
`);
  });

  it('is one of the system for root', () => {
    const machine = machineOf('linux', true);
    const { service } = made('linux', { machine, dataDir: '/var/lib/local-agent' });
    expect(service.place).toBe('/etc/systemd/system/local-agent.service');
    expect(service.definition).toContain('\nWantedBy=multi-user.target\n');
    expect(service.definition).toContain('\nAfter=network-online.target\n');
  });

  it('has every word as it is', () => {
    const { definition } = made('linux', { dataDir: `/it's "a" 100% $HOME\\` }).service;
    expect(definition).toContain('\nExecStart=:"/opt/node');
    expect(definition).toContain(`${String.raw`"--data-dir" "/it's \"a\" 100%% $HOME\\"`}\n`);
  });
});

describe('an agent of launchd', () => {
  it.each(HOSTILE)('has every word as it is, for another reader of property lists: %s', (dataDir) => {
    const env = { PATH: `/bin:${dataDir}` };
    const { service, plan } = made('darwin', { dataDir, env });
    expect(service.place).toBe(join(home, `Library/LaunchAgents/${plan.name}.plist`));
    expect(parse(service.definition)).toEqual({
      Label: plan.name,
      ProgramArguments: plan.command,
      EnvironmentVariables: env,
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      ThrottleInterval: 30,
      ExitTimeOut: 30,
      Umask: 0o077,
      StandardOutPath: '/dev/null',
      StandardErrorPath: '/dev/null',
    });
  });

  it('is a daemon for root', () => {
    const machine = machineOf('darwin', true);
    const { service } = made('darwin', { machine, dataDir: '/var/lib/local-agent' });
    expect(service.place).toBe('/Library/LaunchDaemons/local-agent.plist');
  });
});

describe('a task of Windows', () => {
  const env = { USERDOMAIN: 'DESK&CO', SystemRoot: 'C:\\Windows' };

  it('starts when this user logs on, without a window, and is not ended by a battery or a limit', () => {
    const { definition } = made('win32', { env }).service;
    expect(definition).toContain('<LogonTrigger>\n      <Enabled>true</Enabled>\n      <UserId>DESK&amp;CO\\ada<');
    expect(definition).toContain('<Command>C:\\Windows\\System32\\conhost.exe</Command>');
    expect(definition).toContain('<ExecutionTimeLimit>PT0S<');
    expect(definition).toContain('<StopIfGoingOnBatteries>false<');
  });

  it.each([
    ['C:\\Program Files\\data', '"C:\\Program Files\\data"'],
    ['C:\\data\\', '"C:\\data\\\\"'],
    ["C:\\a & b's <ü>", '"C:\\a & b\'s <ü>"'],
  ])('has every word as it is: %s', (dataDir, word) => {
    const { definition } = made('win32', { dataDir, env }).service;
    const [, line = ''] = /<Arguments>(.*)<\/Arguments>/.exec(definition) ?? [];
    const text = line.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => ENTITIES[name] ?? '');
    expect(text).toMatch(/^--headless "/);
    expect(text.endsWith(`"--data-dir" ${word}`)).toBe(true);
    expect(line).not.toMatch(/[<>"']|&(?!\w+;)/);
  });
});

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
