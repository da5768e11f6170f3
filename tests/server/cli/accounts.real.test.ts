import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { Page } from '../../../server/browser/puppeteer.ts';
import type { Account } from '../../../shared/accounts/accounts.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { beginHere, type CliResult, processesOn, runHere } from '../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../helpers/cli-ends.ts';
import { deferred } from '../../helpers/deferred.ts';
import { startInstagram } from '../../helpers/instagram/imitation.ts';
import { PASSWORD } from '../../helpers/instagram/log-in.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { readSession } from '../../helpers/saved-sessions.ts';

/** The accounts of a running agent, from the terminal. The tests build on one another. */
afterAll(async () => expect(await processesOn(agent.dataDir)).toEqual([]));
const instagram = ofFile(() => startInstagram());
/** What the person does at the next log-in window. */
let person: (page: Page) => unknown = () => undefined;
const agent = ofFile(() =>
  startFoundAgent({ instagramUrl: instagram.origin }, { person: (page) => void person(page) }),
);

const run = (args: string[], input?: string): Promise<CliResult> =>
  runHere(['accounts', ...args, '--data-dir', agent.dataDir], input);
const list = async (): Promise<Account[]> => JSON.parse((await run(['list', '--json'])).stdout);

function cookies(sessionId: string): string {
  return `#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tsessionid\t${sessionId}\n`;
}

async function logIn(page: Page): Promise<void> {
  await page.locator('input[name=username]').fill('somebody');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
}

it('adds accounts and lists them', async () => {
  expect(await run(['list'])).toMatchObject({ code: 0, stderr: expect.stringContaining('accounts add') });
  expect(await run(['add', 'Instagram', 'IG_Main'])).toMatchObject(succeedsWith('Added'));
  expect(await run(['add', 'tiktok', 'ig_main', '--json'])).toMatchObject({ code: 0 });
  expect(await run(['add', 'instagram', 'ig_MAIN'])).toMatchObject(failsWith('already'));
  expect(await run(['add', 'myspace', 'Tom'])).toMatchObject(failsWith('bluesky, mastodon', 2));
  expect((await list()).map(({ platform, label, isLoggedIn }) => [platform, label, isLoggedIn])).toEqual([
    ['tiktok', 'ig_main', false],
    ['instagram', 'IG_Main', false],
  ]);
  expect((await run(['list'])).stdout).toMatch(/LABEL +PLATFORM +LOGGED IN.*\nig_main +TikTok +no +- +- /);
  expect(await run(['check', 'ig_main'])).toMatchObject(failsWith('tiktok/ig_main or instagram/ig_main', 2));
  expect(await run(['remove', 'TikTok/IG_MAIN'])).toMatchObject(succeedsWith('Removed'));
});

it('chooses what the posts of an account have by default', async () => {
  expect(await run(['add', 'bluesky', 'Sky'])).toMatchObject({ code: 0 });
  expect((await run(['defaults', 'sky'])).stderr).toContain('No posting defaults');
  const chosen = await run(['defaults', 'sky', '--option', 'languages=en, pt-BR', '--option', 'bsky.quotes=no']);
  expect(chosen.stdout).toMatch(/quotes +no +Allow quote posts\nlanguages +en, pt-BR +Languages/);
  expect(JSON.parse((await run(['defaults', 'sky', '--option', 'Languages=', '--json'])).stdout)).toEqual({
    handOverHours: null,
    platform: 'bluesky',
    defaults: { quotes: false },
  });
  expect(await run(['defaults', 'sky', '--hand-over', '24'])).toMatchObject(failsWith('cannot hold posts'));
  expect(await run(['remove', 'sky'])).toMatchObject({ code: 0 });
});

it('imports cookies from a file or standard input, and checks', async () => {
  expect(await run(['check', 'ig_main', '--json'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^\{"loggedIn":false,"reason":".*not logged in on this machine/),
  });
  const file = join(agent.dataDir, 'cookies.txt');
  await writeFile(file, cookies(instagram.issue()));
  expect(await run(['import-cookies', 'IG_Main', file])).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('logged in, with 1 imported cookie'),
  });
  const refused = await run(['import-cookies', 'ig_main', '-'], 'sessionid=planted');
  expect(refused).toMatchObject(failsWith('Unknown cookie format'));
  expect(`${refused.stdout}${refused.stderr}`).not.toContain('planted');
  expect(await run(['import-cookies', 'ig_main', join(agent.dataDir, 'none.txt')])).toMatchObject(
    failsWith('cannot be read'),
  );
});

it('logs in with a window', async () => {
  instagram.forgetAll();
  person = logIn;
  expect(await run(['login', 'IG_Main'])).toMatchObject({
    code: 0,
    stdout: 'IG_Main is logged in.\n',
    stderr: expect.stringContaining('Log in to Instagram in the window'),
  });
});

it('closes the window on Ctrl+C', async () => {
  instagram.forgetAll();
  const opened = deferred();
  person = () => opened.resolve();
  const login = beginHere(['accounts', 'login', 'ig_main', '--data-dir', agent.dataDir]);
  await opened.promise;
  const [id] = (await list()).map((account) => account.id);
  login.interrupt();
  expect(await login.ended).toMatchObject({ code: 130 });
  const state = async () => (await agent.call(`/api/accounts/${id}/login`)).json();
  // A command that is slow to end is ended while the agent still closes the window.
  await vi.waitFor(async () => expect(await state()).toEqual({ state: 'none' }), { timeout: 20_000 });
});

it('removes an account with its session', async () => {
  const [account] = await list();
  expect(await readSession(agent.dataDir, account?.id ?? '')).not.toBeNull();
  expect(await run(['remove', 'ig_main'])).toMatchObject({ code: 0 });
  expect(await readSession(agent.dataDir, account?.id ?? '')).toBeNull();
  expect(await list()).toEqual([]);
});
