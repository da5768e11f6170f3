import { afterAll, describe, expect, it } from 'vitest';
import { DISMISSED, ENDED } from '../../../../server/features/warmup/messages.ts';
import type { WarmupReason } from '../../../../shared/accounts/warmup.ts';
import { accountCheckPath, accountLoginPath } from '../../../helpers/agent-paths.ts';
import { freezeChrome, killChrome } from '../../../helpers/chrome-processes.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { SCRIPT } from '../../../helpers/instagram/answers.ts';
import { EXTRAS, LAYOUTS, ONE_TIME_CODE, type Switches } from '../../../helpers/instagram/switches.ts';
import { hasSeen } from '../../../helpers/instagram/warmups.ts';
import { FEED_FIRST, warmupAgent } from '../../../helpers/warmup-agent.ts';

const warmup = warmupAgent({ seed: FEED_FIRST, patienceMs: 1_500, lookLimitMs: 6_000 });

afterAll(() => {
  expect(warmup.log).toContain('/api/warmup/');
  expect(warmup.log).not.toContain(ONE_TIME_CODE);
});

/** Runs a whole warm-up of a new account on a fake Instagram with `switches`, and checks that it changes nothing. */
async function visit(switches: Partial<Switches>) {
  warmup.instagram.set(switches);
  const accountId = await warmup.addAccount();
  const run = await warmup.whole(accountId);
  expect([warmup.instagram.changes(), await processesOn(accountId)]).toEqual([[], []]);
  return { run, account: await warmup.account(accountId) };
}

// Which addresses, responses, texts and pages are signals is tested in tests/server/instagram/.
describe('a stop signal ends the warm-up at once and holds the account', () => {
  const questions = { dialogs: ['cookies', 'notifications'], onetap: true } as const;
  it.each<[string, Partial<Switches>, WarmupReason, boolean]>([
    ['a page', { stop: { by: 'two_factor', after: 4 }, ...questions }, 'two_factor', false],
    [
      'an answer',
      { stop: { by: 'feedback_with_200', after: 4 }, layout: 'bar', ...questions },
      'feedback_required',
      true,
    ],
    ['a dialog', { stop: { by: 'action_blocked', after: 4 }, language: 'de' }, 'action_blocked', true],
    ['what is not known to be harmless', { stop: { by: 'notice', after: 3 } }, 'unknown_notice', true],
    ['a log-in form', { stop: { by: 'newer_login', after: 3 } }, 'login', false],
    ['a cookie that is taken back', { stop: { by: 'session_gone', after: 3 } }, 'login', false],
    [
      'a dialog over the question that the pointer has reached',
      { dialogs: ['cookies'], trap: true },
      'action_blocked',
      true,
    ],
  ])('%s', async (_what, switches, reason, is_logged_in) => {
    const { run, account } = await visit(switches);
    expect(run).toMatchObject({ status: 'failed', reason, hasScreenshot: true });
    expect(run.counts.postsSeen).toBeGreaterThanOrEqual(switches.stop ? 2 : 0);
    expect(run.counts.postsSeen).toBeLessThanOrEqual(6);
    expect(run.journal.at(-1)?.text).toBe(ENDED[reason]);
    expect(JSON.stringify(run)).not.toContain(ONE_TIME_CODE);
    expect(account).toMatchObject({ warmup_status: 'failed', warmup_held_reason: reason, is_logged_in });
  });

  it.each(LAYOUTS)('and nothing else does, whatever lies about on an ordinary page in layout %s', async (layout) => {
    const { run, account } = await visit({ layout, extras: EXTRAS, hasStoryButtons: true, ...questions });
    expect(run).toMatchObject({ status: 'success', reason: null });
    expect(run.counts.storiesSeen).toBeGreaterThan(0);
    expect(account.warmup_held_reason).toBeNull();
    expect(run.journal.map(({ text }) => text)).toContain(DISMISSED);
  });
});

describe('a fault fails the warm-up, and the account may be warmed up again', () => {
  const expectFailure = async (accountId: string, reason: WarmupReason) => {
    expect(await warmup.until(accountId)).toEqual({ isRunning: false, status: 'failed', reason });
    const free = { warmup_status: 'failed', warmup_held_reason: null, last_warmup_at: null, is_logged_in: true };
    expect(await warmup.account(accountId)).toMatchObject(free);
    expect(await processesOn(accountId)).toEqual([]);
    return warmup.newestRun(accountId);
  };

  it.each<[string, Partial<Switches>, WarmupReason, boolean]>([
    ['an empty feed', { posts: 0, stories: 0 }, 'empty_feed', false],
    ['a feed that is built in a new way', { hasArticles: false }, 'layout_changed', false],
    ['servers that fail', { stop: { by: 'server_error', after: 0 } }, 'site_trouble', false],
    ['an API that fails in the middle', { stop: { by: 'api_error', after: 3 } }, 'site_trouble', true],
    ['a page whose script never ends', { stop: { by: 'endless_loop', after: 3 } }, 'page_hangs', true],
    ['no network', { offline: true }, 'offline', false],
  ])('%s', async (_what, switches, reason, hasSeenPosts) => {
    warmup.instagram.set(switches);
    const accountId = await warmup.addAccount();
    await warmup.begin(accountId);
    const { counts } = await expectFailure(accountId, reason);
    expect(counts.postsSeen > 0).toBe(hasSeenPosts);
  });

  // Chrome's processes are found in Linux's /proc.
  it.skipIf(process.platform !== 'linux').each<[string, (accountId: string) => unknown, WarmupReason]>([
    ['a network that goes', () => warmup.instagram.set({ offline: true }), 'offline'],
    ['a page that crashes', (accountId) => killChrome(accountId, 'renderer'), 'page_crashed'],
    ['a browser that is killed', (accountId) => killChrome(accountId, 'browser'), 'browser'],
  ])('%s', async (_what, strike, reason) => {
    const accountId = await warmup.addAccount();
    await warmup.begin(accountId);
    expect(await warmup.until(accountId, hasSeen(1))).toMatchObject({ isRunning: true });
    await strike(accountId);
    await expectFailure(accountId, reason);
  });
});

it('a warm-up likes as many photos as the settings allow, and does nothing else there', async () => {
  const limits = { warmup_minutes_min: 8, warmup_minutes_max: 8, warmup_posts_min: 8, warmup_posts_max: 10 };
  await warmup.setLimits({ ...limits, warmup_likes_max: 3 });
  const { status, counts } = await warmup.whole(await warmup.addAccount());
  expect(status).toBe('success');
  expect(counts.likes).toBeGreaterThanOrEqual(1);
  expect(counts.likes).toBeLessThanOrEqual(3);
  const paths = warmup.instagram.changes().map(({ method, path }) => `${method} ${path}`);
  expect(paths.filter((path) => !/^POST \/api\/v1\/web\/likes\/\w+\/like\/$/.test(path))).toEqual([]);
  expect(new Set(paths).size).toBe(counts.likes);
});

// Chrome's processes are found in Linux's /proc.
it.skipIf(process.platform !== 'linux')(
  'browsers that answer nothing any more do not keep the agent from ending, in a warm-up, a log-in and a check',
  async () => {
    const { addAccount, newestRun } = warmup;
    const [visited, open, checked] = [await addAccount(), await addAccount({ withSession: false }), await addAccount()];
    await warmup.beginAndHold(visited);
    await warmup.test.call(accountLoginPath(open), { method: 'POST' });
    // The page is served, but stays empty.
    warmup.instagram.set({ hasScript: false });
    const served = warmup.instagram.whenAsked(SCRIPT);
    const checking = warmup.test.call(accountCheckPath(checked), { method: 'POST' });
    const status = checking.then(
      (answer) => answer.status,
      () => 503,
    );
    await served;
    await Promise.all([visited, open, checked].map(freezeChrome));
    await inTime(warmup.test.agent.close());
    for (const accountId of [visited, open, checked]) expect(await processesOn(accountId)).toEqual([]);
    expect(await status).toBe(503);
    warmup.clock.go();
    await warmup.reopen();
    // If the agent had no time left to record the cancellation, the next start records a failure.
    const isOver = expect.stringMatching(/^(cancelled|failed)$/);
    expect(await newestRun(visited)).toMatchObject({ status: isOver, reason: 'interrupted' });
  },
);
