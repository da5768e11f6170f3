import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Page } from '../../../server/browser/puppeteer.ts';
import type { Account } from '../../../shared/accounts/accounts.ts';
import { hoursAgo } from '../../helpers/accounts-table.ts';
import { startFoundAgent } from '../../helpers/agent.ts';
import { beginHere, type CliResult, processesOn, runHere } from '../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../helpers/cli-ends.ts';
import { deferred } from '../../helpers/deferred.ts';
import { isFull } from '../../helpers/depth.ts';
import { fastClock } from '../../helpers/fast-clock.ts';
import { startInstagram } from '../../helpers/instagram/imitation.ts';
import { PASSWORD } from '../../helpers/instagram/log-in.ts';
import { warmupsOf } from '../../helpers/instagram/warmups.ts';
import { ofFile } from '../../helpers/of-file.ts';

/** The `accounts` commands with a running agent. The tests build on one another. */
afterAll(async () => expect(await processesOn(agent.dataDir)).toEqual([]));
const instagram = ofFile(() => startInstagram());
/** What the user does in the next log-in window. */
let person: (page: Page) => unknown = () => undefined;
const agent = ofFile(() =>
  startFoundAgent(
    { instagramUrl: instagram.origin },
    { person: (page) => void person(page), warmup: { clock: fastClock(), patienceMs: 4_000 } },
  ),
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

it.runIf(isFull)('closes the window on Ctrl+C', async () => {
  instagram.forgetAll();
  const opened = deferred();
  person = () => opened.resolve();
  const login = beginHere(['accounts', 'login', 'ig_main', '--data-dir', agent.dataDir]);
  await opened.promise;
  const [id] = (await list()).map((account) => account.id);
  login.interrupt();
  expect(await login.ended).toMatchObject({ code: 130 });
  const state = async () => (await agent.call(`/api/accounts/${id}/login`)).json();
  // The command may exit before the agent has closed the window.
  await vi.waitFor(async () => expect(await state()).toEqual({ state: 'none' }), { timeout: 20_000 });
});

describe('warmup', () => {
  const warmups = warmupsOf(() => ({ call: agent.call, dataDir: agent.dataDir, database: agent.admin, instagram }));

  beforeAll(() =>
    warmups.setLimits({ warmup_minutes_min: 5, warmup_minutes_max: 5, warmup_posts_min: 3, warmup_posts_max: 4 }),
  );
  afterEach(() => instagram.reset());

  const argsOf = (...args: string[]) => ['warmup', ...args, '--data-dir', agent.dataDir];
  const labelOf = async (id: string) => (await warmups.account(id)).account_label;

  it('says when the next one may be', async () => {
    const label = await labelOf(await warmups.addAccount({ last_warmup_at: hoursAgo(1) }));
    const { code, stdout, stderr } = await runHere(argsOf(label));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/less than 24 hours ago\. The next warm-up can start at \d{4}-\d\d-\d\d \d\d:\d\d\.$/m);
  });

  it('ends with 1 when it failed, and says each event as JSON', async () => {
    instagram.set({ stop: { by: 'action_blocked', after: 0 } });
    const label = await labelOf(await warmups.addAccount());
    const { code, stdout, stderr } = await runHere(argsOf(label, '--json'));
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.at(0)).toMatchObject({ event: 'status', isRunning: true });
    expect(events.at(-2)).toEqual({ event: 'status', isRunning: false, status: 'failed', reason: 'action_blocked' });
    expect(events.at(-1)).toMatchObject({ event: 'result', status: 'failed', reason: 'action_blocked' });
    expect([code, stderr]).toEqual([1, '']);
  });

  it('lifts a hold after too many requests once the account has rested: 0, 1 before, and says from when on', async () => {
    const held = { warmup_held_reason: 'rate_limited', warmup_held_at: new Date().toISOString() };
    const id = await warmups.addAccount(held);
    const label = await labelOf(id);
    const release = (...args: string[]) =>
      runHere(['accounts', 'release', label, ...args, '--data-dir', agent.dataDir]);
    const listed = await runHere(['accounts', 'list', '--data-dir', agent.dataDir]);
    expect(listed.stdout.split('\n').find((line) => line.includes(id))).toContain('rate_limited');
    const early = await release();
    expect([early.code, early.stdout]).toEqual([1, '']);
    expect(early.stderr).toMatch(/rests for 2 days .* can lift the hold from \d{4}-\d\d-\d\d \d\d:\d\d\.$/m);
    await warmups.change(id, { warmup_held_at: hoursAgo(48) });
    const done = await release('--json');
    expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { label, warmupHeldReason: null }]);
  });

  it('cancels the warm-up at Ctrl+C and ends with 130', async () => {
    const id = await warmups.addAccount();
    const { interrupt, ended, untilSaid } = beginHere(argsOf(await labelOf(id)));
    await untilSaid(/^Starting the warm-up…\nOpening Instagram/m);
    interrupt();
    expect((await ended).code).toBe(130);
    const end = { status: 'cancelled', reason: 'cancelled' };
    await vi.waitFor(async () => expect(await warmups.newestRun(id)).toMatchObject(end), { timeout: 20_000 });
    expect(await processesOn(id)).toEqual([]);
  });
});
