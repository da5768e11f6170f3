import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { channelCheckPath, channelPath, channelSignInPath, channelTestPath } from '../../../../helpers/agent-paths.ts';
import { channelsAgent } from '../../../../helpers/channels.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { everyNth } from '../../../../helpers/depth.ts';
import { everyTable, rowsOf } from '../../../../helpers/every-table.ts';

const its = channelsAgent();

/** An endless stream, and the page to which a sign-in returns the browser. */
const NOT_ASKED = ['/api/notifications', '/api/channels/return'];

/** Every row of every table of the workspace's database, including auth and storage, by the table's name. */
async function everyRow(): Promise<Map<string, string>> {
  const database = databaseOf(its.agent.dataDir);
  const rows = new Map<string, string>();
  try {
    for (const { schema, table } of await everyTable(database))
      rows.set(`${schema}.${table}`, (await rowsOf(database, schema, table)).join('\n'));
  } finally {
    await database.close();
  }
  return rows;
}

/** The paths of all GET routes, from the agent's OpenAPI document, with an account's id for each parameter. */
async function readPaths(account: string): Promise<string[]> {
  const { paths } = (await (await its.agent.call('/api/openapi.json')).json()) as { paths: { [path: string]: object } };
  return Object.keys(paths)
    .filter((path) => 'get' in (paths[path] ?? {}) && !NOT_ASKED.includes(path))
    .map((path) => path.replace(/\{\w+\}/g, account));
}

/** The files and folders below a folder that other users may access. Postgres protects its own files. */
async function openToOthers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === 'postgres' || entry.isSocket()) continue;
    if ((await stat(path)).mode & 0o077) found.push(path);
    if (entry.isDirectory()) found.push(...(await openToOthers(path)));
  }
  return found;
}

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
  const rows = await everyRow();
  expect([...rows.keys()]).toEqual(expect.arrayContaining(['public.channels', 'auth.users', 'storage.objects']));
  expect(rows.get('public.channels')).toContain(accounts[0]?.id);
  for (const [table, text] of rows) expect(its.leaked(text), table).toEqual([]);
  // `ask` searches every response, and the log is searched after each test; this shows that the log is not empty.
  expect(its.log).toContain('/channel/check');
  const [ofBluesky = [], ofMastodon = []] = await Promise.all(accounts.map(({ id }) => readPaths(id)));
  expect(ofBluesky).toContain(channelSignInPath(accounts[0]?.id ?? ''));
  // Both accounts have a login: general routes are requested once, routes of an account for both accounts.
  const paths = new Set([
    ...everyNth(ofBluesky, 2),
    ...everyNth(
      ofMastodon.filter((path) => path.includes('/accounts/')),
      2,
      1,
    ),
  ]);
  for (const path of paths) expect(its.leaked(await (await its.agent.call(path)).text()), path).toEqual([]);

  const script = 'console.log(JSON.stringify([process.env, process.argv, process.execArgv]));';
  const run = await its.ask('/api/scripts/run', 'POST', { script });
  expect([run.status, JSON.stringify(run.answer)]).toEqual([200, expect.stringContaining('PATH')]);
  const keys: Record<string, string> = JSON.parse(await readFile(join(its.agent.dataDir, 'keys.json'), 'utf8'));
  for (const own of [its.agent.agentToken, ...Object.values(keys)])
    expect(JSON.stringify(run.answer)).not.toContain(own);

  const folder = join(its.agent.dataDir, 'channels');
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    expect(its.leaked(await readFile(path, 'utf8'))).toEqual([]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
  if (process.platform !== 'win32') expect(await openToOthers(its.agent.dataDir)).toEqual([]);
});
