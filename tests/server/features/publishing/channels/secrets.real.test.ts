import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { channelCheckPath, channelPath, channelTestPath } from '../../../../../shared/publishing/publishing-api.ts';
import { channelsAgent } from '../../../../helpers/channels.ts';

const its = channelsAgent();

/** Every table of the workspace as the service key reads it. */
const TABLES = [
  'channels',
  'social_accounts',
  'post_deliveries',
  'scheduled_posts',
  'generated_content',
  'app_settings',
  'job_runs',
  'script_runs',
  'warmup_runs',
] as const;

it('the secrets of channels are in no answer, log line, row, file as plain text, or script', async () => {
  const accounts = [await its.addConnected('bluesky'), await its.addConnected('mastodon', 'Grace')];
  for (const { id } of accounts) {
    await its.ask(channelCheckPath(id), 'POST');
    await its.ask(channelTestPath(id), 'POST');
    await its.ask(channelPath(id), 'POST', { ...its.blueskyEntry(), appPassword: `${its.pds.account.appPassword} ` });
  }
  its.pds.expireAccess();
  its.pds.revokeRefresh();
  await its.ask(channelCheckPath(accounts[0]?.id ?? ''), 'POST');
  for (const table of TABLES) {
    const { data } = await its.agent.admin.from(table).select('*').throwOnError();
    expect(its.leaked(JSON.stringify(data)), table).toEqual([]);
  }
  // Answers are searched by `ask`, the log after each test: here only that both say something.
  expect(its.log).toContain('/channel/check');
  for (const path of [
    '/api/channels',
    '/api/accounts',
    '/api/jobs',
    '/api/scripts/runs',
    '/config.json',
    '/api/health',
  ]) {
    expect(its.leaked(await (await its.agent.call(path)).text()), path).toEqual([]);
  }
  const script = 'console.log(JSON.stringify([process.env, process.argv, process.execArgv]));';
  const run = await its.ask('/api/scripts/run', 'POST', { script });
  expect([run.status, JSON.stringify(run.answer)]).toEqual([200, expect.stringContaining('PATH')]);

  const folder = join(its.agent.dataDir, 'channels');
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    expect(its.leaked(await readFile(path, 'utf8'))).toEqual([]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
}, 60_000);
