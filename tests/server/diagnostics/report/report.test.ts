import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../server/config/config.ts';
import { ok } from '../../../../server/diagnostics/doctor/check.ts';
import { writeReport } from '../../../../server/diagnostics/report/report.ts';
import { openVault } from '../../../../server/features/publishing/channels/vault.ts';
import type { JobList } from '../../../../shared/agent/jobs.ts';
import { testFolder } from '../../../helpers/file-folder.ts';
import { NO_KEYCHAIN } from '../../../helpers/no-keychain.ts';

/** None of these look like secrets, so patterns alone would not find them. */
const PLANTED = {
  agentToken: 'planted agent token',
  jwtSecret: 'planted-jwt-secret',
  aiKey: 'planted ai "key" / 1',
  cookie: 'planted-cookie-value',
  channelKey: 'planted channel key',
  sealedCookie: 'planted-encrypted-cookie',
  sealedToken: 'planted-encrypted-token',
  sealedAiKey: 'planted-encrypted-ai-key',
  databasePassword: 'planted-db-pass word',
  supabaseSecretKey: 'planted-supabase-secret',
  fromEnvironment: 'planted-environment-password',
};
/** A secret that the agent does not know, but that looks like one. */
const UNKNOWN = 'sk-planted0123456789abcdef';

const ADA = '11111111-1111-4111-8111-111111111111';

let dataDir: string;
beforeEach(async () => {
  dataDir = await testFolder();
});

async function plant(): Promise<void> {
  for (const folder of ['sessions', 'channels', 'logs', 'storage']) await mkdir(join(dataDir, folder));
  const write = (path: string, value: unknown) =>
    writeFile(join(dataDir, path), typeof value === 'string' ? value : JSON.stringify(value));
  await write('agent-token', `${PLANTED.agentToken}\n`);
  await write('keys.json', { jwtSecret: PLANTED.jwtSecret });
  await write('sessions/account.json', { cookies: [{ name: 'sessionid', value: PLANTED.cookie }] });
  await write('channels/key', PLANTED.channelKey);
  const vault = openVault({ dataDir, workspace: 'any', keychain: NO_KEYCHAIN });
  await vault.sessions.write(ADA, { cookies: [{ name: 'sessionid', value: PLANTED.sealedCookie }] });
  await vault.write(ADA, { accessToken: PLANTED.sealedToken });
  const sealedKey = await vault.aiKey.seal(PLANTED.sealedAiKey);
  await write('ai.json', { provider: 'openai', apiKey: PLANTED.aiKey, sealedKey });
  await write('storage/private-name.png', 'bytes');
  const everything = Object.values(PLANTED).join(' | ');
  const lines = [
    { level: 50, time: 1, msg: `${everything} ${UNKNOWN}` },
    { level: 40, time: 2, msg: 'bread', err: { message: everything, stack: encodeURIComponent(everything) } },
    { level: 40, time: 3, msg: 'cut', body: `{"key":${JSON.stringify(PLANTED.aiKey)}}` },
  ];
  await write('logs/agent.log', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

describe('the report for somebody who is to help', () => {
  it('holds what they need, and none of the secrets that lie about', async () => {
    await plant();
    const { databasePassword, supabaseSecretKey } = PLANTED;
    const databaseUrl = `postgres://me:${encodeURIComponent(databasePassword)}@localhost/db`;
    const flags = { dataDir, port: 3001, supabaseUrl: 'https://x.supabase.co', supabaseKey: 'planted-public' };
    const config = loadConfig({ ...flags, supabaseSecretKey }, {});
    // A config with both is rejected elsewhere; here, both have to be redacted.
    const both = { ...config, databaseUrl };
    const job = { status: 'failed' as const, byHand: false, startedAt: '', finishedAt: null, retryAt: null };
    const jobs: JobList = {
      ...{ timezone: 'Europe/Berlin', isPaused: false, isWatching: true, problem: null },
      jobs: [
        {
          ...{ name: 'warmup', title: 'Warm-up', about: '', when: '', setting: null, isOn: true, running: null },
          lastRun: { ...job, result: `The database said ${PLANTED.cookie} and ${databaseUrl}` },
          nextRun: null,
        },
      ],
    };
    const text = await writeReport({
      config: both,
      env: { SOME_PASSWORD: PLANTED.fromEnvironment, PATH: '/usr/bin' },
      checks: [ok('Port', `free, as ${PLANTED.fromEnvironment} says`)],
      jobs,
      now: new Date('2027-01-02T03:04:05Z'),
    });
    expect(text).not.toMatch(/planted/i);
    expect(text).not.toContain('private-name');

    const report = JSON.parse(text);
    expect(report).toMatchObject({
      at: '2027-01-02T03:04:05.000Z',
      settings: { port: 3001, supabaseSecretKey: 'set', aiKey: 'not set' },
      dataDirectory: { 'storage/': { files: 1, bytes: 5 }, 'agent-token': 'file' },
      jobs: { timezone: 'Europe/Berlin' },
    });
    expect(report.log).toHaveLength(3);
    expect(report.log[1]).toContain('bread');
  });

  it('is written of a data directory that is not there, too', async () => {
    const config = loadConfig({ dataDir: join(dataDir, 'none') }, {});
    const text = await writeReport({ config, env: {}, checks: [], jobs: null, now: new Date(0) });
    expect(JSON.parse(text)).toMatchObject({ dataDirectory: {}, jobs: null, log: [] });
  });
});
