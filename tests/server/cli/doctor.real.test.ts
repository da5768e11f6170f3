import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Check } from '../../../server/diagnostics/doctor/check.ts';
import { checkChannelLogins } from '../../../server/diagnostics/doctor/service-checks.ts';
import { savedChannels } from '../../../server/features/publishing/channels/saved-channels.ts';
import { openVault } from '../../../server/features/publishing/channels/vault.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { processesOn, runHere } from '../../helpers/cli.ts';
import { failsWith } from '../../helpers/cli-ends.ts';
import { isFull } from '../../helpers/depth.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { freePort } from '../../helpers/free-port.ts';
import { NO_KEYCHAIN } from '../../helpers/no-keychain.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { newWorkspace } from '../../helpers/workspace.ts';

const EVERYTHING = [
  ...['Node', 'Data directory', 'Disk', 'Memory', 'Port', 'PostgreSQL', 'Channel logins'],
  ...['Browser', 'Sandbox', 'Video', 'Screen', 'Voice'],
];

const folder = await fileFolder();
const dataDir = join(folder, 'data');
const agent = ofFile(async () => startFoundAgent({ dataDir: await newWorkspace(join(folder, 'other')) }));

async function doctor(args: string[], env: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return runHere(['doctor', ...args]).finally(vi.unstubAllEnvs);
}

async function examine(args: string[], env: Record<string, string> = {}) {
  const { code, stdout } = await doctor(['--json', ...args], { TMPDIR: folder, ...env });
  const checks: Check[] = JSON.parse(stdout);
  return { code, checks, found: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

it('finds all well where it is, launches the database and the browser, and leaves nothing behind', async () => {
  const port = String(await freePort());
  const { code, checks, found } = await examine(['--data-dir', dataDir, '--port', port]);
  expect(checks.map(({ name }) => name)).toEqual(EVERYTHING);
  expect(checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(code).toBe(0);
  expect(found.Browser?.detail).toMatch(/Chrom\w+\/\d+/);
  expect((await readdir(folder)).filter((name) => /doctor/.test(name) || name === 'data')).toEqual([]);
  expect(await processesOn(join(folder, 'local-agent-doctor-'))).toEqual([]);
});

it('tells people in a table, and with --bundle writes a report with the jobs of the running agent and without its secrets, over no other file', async () => {
  const [report, own] = [join(folder, 'report.json'), join(folder, 'other')];
  const env = { PUPPETEER_EXECUTABLE_PATH: '/bin/false' };
  const write = () => doctor(['--data-dir', own, '--bundle', report], env);
  const { code, stdout, stderr } = await write();
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ok {4}Node {12}v\d+/);
  expect(stdout).toContain(`this agent answers at ${agent.url}`);
  expect(stdout).toMatch(/\nFAIL {2}Browser {9}\/bin\/false does not start: .+\n {22}Install Chrome/);
  expect(stderr).toContain(`Wrote ${report}.`);
  const text = await readFile(report, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ name: 'Browser', verdict: 'fail' })]),
    jobs: { jobs: expect.arrayContaining([expect.objectContaining({ name: 'autopilot' })]) },
    dataDirectory: { 'postgres/': expect.anything() },
  });
  const token = (await readFile(join(own, 'agent-token'), 'utf8')).trim();
  const keys = Object.values(JSON.parse(await readFile(join(own, 'keys.json'), 'utf8'))).filter(
    (value) => typeof value === 'string',
  );
  expect(keys.length).toBeGreaterThan(0);
  for (const secret of [token, ...keys]) expect(text).not.toContain(secret);
  expect(await write()).toMatchObject(failsWith('already exists'));
  expect(await readFile(report, 'utf8')).toBe(text);
});

it.runIf(isFull)(
  'fails with a remedy for a browser that is not there, a port that is taken and a folder that is none',
  async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { port } = new URL(agent.url);
    const { code, found } = await examine(['--data-dir', join(file, 'data'), '--port', port], {
      PUPPETEER_EXECUTABLE_PATH: '/nowhere/chrome',
    });
    expect(code).toBe(1);
    expect(found.Browser).toMatchObject({
      verdict: 'fail',
      remedy: expect.stringContaining('PUPPETEER_EXECUTABLE_PATH'),
    });
    expect(found.Port).toMatchObject({ verdict: 'fail', remedy: expect.stringContaining('choose another port') });
    expect(found['Data directory']).toMatchObject({ verdict: 'fail', remedy: expect.stringContaining('--data-dir') });
    expect(found.PostgreSQL?.verdict).toBe('ok');
  },
);

it('says where the key to the logins of channels is, and how to go on where it is gone', async () => {
  const own = join(folder, 'own');
  const vault = openVault({ dataDir: own, workspace: 'own', keychain: NO_KEYCHAIN });
  await vault.write(randomUUID(), { token: 'hush' });
  const logins = () => checkChannelLogins(own, 'own', new Date('2026-11-24T09:00:00Z'));
  expect(await logins()).toMatchObject({ verdict: 'ok', detail: 'encrypted, with a key in a private file' });
  const at = '2026-11-01T09:00:00Z';
  const connected = { remoteId: '1', profileUrl: null, server: 'https://x.example', limits: {}, isPaused: false };
  const login = (handle: string, expiresAt: string, problem: string | null = null) =>
    savedChannels(vault).write(randomUUID(), {
      connectionId: randomUUID(),
      connected: { ...connected, platform: 'instagram', handle, expiresAt, problem, connectedAt: at, checkedAt: at },
      secret: {},
    });
  await login('@later', '2026-12-24T09:00:00Z');
  expect(await logins()).toMatchObject({ verdict: 'ok' });
  await login('@ada', '2026-11-27T08:00:00Z');
  expect(await logins()).toMatchObject({ verdict: 'warn', detail: 'end soon: @ada (Instagram) in 3 days' });
  await login('@eve', '2026-12-24T09:00:00Z', 'Instagram does not renew this login.');
  expect((await logins()).detail).toContain('@eve (Instagram) in 30 days');
  await rm(join(own, 'channels', 'key.json'));
  expect(await logins()).toMatchObject({ verdict: 'fail', remedy: expect.stringContaining('onnect') });
});
