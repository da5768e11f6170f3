import { screen } from '@testing-library/dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WarmupActivity, WarmupRun, WarmupStatusAnswer } from '../../../shared/accounts/warmup.ts';
import { hoursAgo } from '../../helpers/accounts-table.ts';
import { accountsScreen, rows, topDialog, WARMUP_PART } from '../../helpers/component/accounts.tsx';
import { appInDocument, plain, says, saysNoMore } from '../../helpers/component/app.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';
import { deferred } from '../../helpers/deferred.ts';

const HELD = { is_logged_in: true, is_established: true, warmup_held_reason: 'rate_limited' } as const;
const DAY_H = 24;
const START = /^POST .*\/api\/warmup\/instagram$/;
const STATUS = /\/api\/warmup\/status\//;
const RUNS = /\/api\/warmup\/runs\?/;
/** The first request of a start, which reads the row again. */
const FIRST_LOOK = /^GET .*\/rest\/v1\/social_accounts\?select=platform&/;

const COUNTS = { postsSeen: 0, storiesSeen: 0, reelsSeen: 0, likes: 0, seconds: 0 };
const RUN: WarmupRun = {
  id: crypto.randomUUID(),
  accountId: crypto.randomUUID(),
  startedAt: '2026-01-15T14:30:00Z',
  finishedAt: '2026-01-15T14:36:00Z',
  status: 'success',
  reason: null,
  counts: COUNTS,
  journal: [{ at: '2026-01-15T14:30:01Z', activity: 'feed', text: 'Opened the feed' }],
  hasScreenshot: false,
};
const isAt = (activity: WarmupActivity): WarmupStatusAnswer => ({
  isRunning: true,
  progress: { runId: RUN.id, activity, counts: COUNTS, minutesLeft: 4 },
});

const app = appInDocument();
const { press, answer, fail, letGo, goTo } = app;
const list = accountsScreen(app);
const { openAccounts, chooseAction } = list;

beforeAll(() => app.agent.admin.from('app_settings').insert({ timezone: 'UTC' }).throwOnError());
beforeEach(() => list.accounts.clear());
describe('a warm-up', () => {
  it('is in progress from the press on, also after another screen, and ends with a reload', async () => {
    const { id } = await list.accounts.insert({ is_logged_in: true });
    let status: WarmupStatusAnswer | Promise<WarmupStatusAnswer> = isAt('feed');
    answer(START, () => ({ ...RUN, status: 'running' }), 202);
    answer(STATUS, () => status);
    await openAccounts('IG_Main Instagram');
    await press('Warm Up');
    await says(...SPECIFIED['Warm-up: started'], 'Warming Up...');
    // A button with the `disabled` attribute would lose the focus.
    const button = screen.getByRole('button', { name: 'Warming Up...' });
    expect([document.activeElement, button.matches(':disabled'), button.getAttribute('aria-disabled')]).toEqual([
      button,
      false,
      'true',
    ]);
    await says('0 posts seen', 'about 4 min left Cancel Warming Up...');
    expect(rows()[0]).toContain(plain('Warm-up running: IG_Main'));
    await goTo('Dashboard');
    await says('Quick Actions');
    const end = deferred<WarmupStatusAnswer>();
    status = end.promise;
    await goTo('Accounts');
    await says('Warming Up...');
    await list.accounts.change(id, { warmup_status: 'success', last_warmup_at: hoursAgo(0) });
    end.resolve({ isRunning: false, status: 'success' });
    await says(...SPECIFIED['Warm-up: finished, success'], 'Next warmup in 24h On Cooldown');
    expect(app.asked.filter((request) => STATUS.test(request)).every((request) => request.endsWith(id))).toBe(true);
  });

  // The requests and their timing, also after failures, are tested in tests/ui/accounts/follow-warmup.test.ts.
  it('says that the agent does not answer, and may fail', async () => {
    await list.accounts.insert({ is_logged_in: true, warmup_status: 'running' });
    fail(STATUS, 'no connection');
    await openAccounts('No progress from the agent yet. Still trying... Cancel Warming Up...');
    letGo();
    answer(STATUS, () => ({ isRunning: false, status: 'failed' }));
    app.reload();
    await says(...SPECIFIED['Warm-up: finished, failed']);
  });

  it('that was running when the screen was opened is cancelled', async () => {
    const { id } = await list.accounts.insert({ is_logged_in: true, warmup_status: 'running' });
    let status = isAt('feed');
    answer(STATUS, () => status);
    answer(/^POST .*\/api\/warmup\/cancel\//, async () => {
      await list.accounts.change(id, { warmup_status: null });
      status = { isRunning: false, status: null };
      return { ...RUN, status: 'cancelled' };
    });
    await openAccounts('0 posts seen', 'Warming Up...');
    await press('Cancel the warm-up for IG_Main');
    await says('Warmup cancelled', `${WARMUP_PART} Logged in Never warmed up Warm Up`);
    expect(document.activeElement?.textContent).toBe('Warm Up');
  });

  it('stands in the history, with what it did or why it failed', async () => {
    await list.accounts.insert({ is_logged_in: true });
    const ends = [
      [
        { status: 'failed', reason: 'challenge' },
        ['Failed', 'Log in again here and complete the check in the window.'],
      ],
      [{ status: 'success' }, ['Completed', 'no likes', 'Opened the feed']],
      [{ status: 'cancelled' }, ['Cancelled', 'no posts, no stories, no Reels, no likes']],
    ] as const;
    answer(RUNS, () => ends.map(([end]) => ({ ...RUN, ...end, id: crypto.randomUUID() })));
    await openAccounts('IG_Main Instagram');
    await chooseAction('Warm-ups and history');
    await says('Warm-ups for IG_Main', ...ends.map(([, [status]]) => status));
    const entries = [...(await screen.findByRole('dialog')).querySelectorAll<HTMLElement>('li > button')];
    expect(entries).toHaveLength(ends.length);
    for (const [index, [, words]] of ends.entries()) {
      await app.user.click(entries[index] ?? document.body);
      await says(...words);
    }
  });
});

describe('a start', () => {
  it('of an account that was deleted elsewhere says so, and the row goes', async () => {
    const { id } = await list.accounts.insert({ is_logged_in: true });
    await openAccounts('IG_Main Instagram');
    app.doBefore(FIRST_LOOK, () => list.accounts.remove(id));
    await press('Warm Up');
    await says('Error starting warmup This account has been deleted elsewhere', 'No accounts connected yet');
  });

  it('that is refused says why (§8), and shows what has changed', async () => {
    const { id } = await list.accounts.insert({ is_logged_in: true });
    await openAccounts('IG_Main Instagram');
    for (const [fault, words] of [
      [{ status: 500, body: {} }, SPECIFIED['Warm-up: other non-OK status']],
      [{ status: 429, body: {} }, SPECIFIED['Warm-up: status 429']],
      // The port is §9's 3001, unless the agent was started on another one, as here.
      ['no connection', SPECIFIED['Warm-up: network failure'].map((part) => part.replace(/ $/, ` ${app.agent.port}`))],
    ] as const) {
      fail(START, fault);
      await press('Warm Up');
      await says(...words);
      letGo();
    }
    app.doBefore(FIRST_LOOK, () => list.accounts.change(id, { platform: 'tiktok' }));
    await press('Warm Up');
    await says(...SPECIFIED['Warm-up: not instagram']);
    letGo();
    await list.accounts.change(id, { platform: 'instagram' });
    await openAccounts('IG_Main Instagram');
    app.doBefore(FIRST_LOOK, () => list.accounts.change(id, { warmup_status: 'success', last_warmup_at: hoursAgo(3) }));
    answer(START, () => ({ error: 'Try again in 21 hours.' }), 429);
    await press('Warm Up');
    await says('Warmup on cooldown Try again in 21 hours.', 'Next warmup in 21h On Cooldown');
  });
});

it('automatic warm-ups are switched off for one account, and say when they are off for all', async () => {
  const { id } = await list.accounts.insert({ is_logged_in: true });
  const settings = app.agent.admin.from('app_settings');
  await settings.update({ warmup_enabled: false }).not('id', 'is', null).throwOnError();
  await openAccounts('IG_Main Instagram');
  await chooseAction('Warm-ups and history');
  await says('Automatic warm-ups are turned off for all accounts in Settings.', 'No warm-ups yet.');
  await press('Automatic warm-ups', { role: 'switch' });
  await says('Automatic warm-ups are off');
  await vi.waitFor(async () => expect(await list.accounts.all()).toMatchObject([{ id, auto_warmup: false }]), {
    timeout: 20_000,
  });
});

it('the ramp-up is shown on the row of an Instagram account that is logged in, until that is said to be established', async () => {
  const isNew = { is_established: false };
  await list.accounts.insert({ ...isNew, account_label: 'IG_Never' });
  await list.accounts.insert({ ...isNew, platform: 'tiktok', account_label: 'TT_Main', is_logged_in: true });
  await list.accounts.insert({ ...isNew, is_logged_in: true, ramp_up_since: hoursAgo(2 * DAY_H + 1) });
  await openAccounts('IG_Never', 'TT_Main', 'Day 3 of 14: visits of about 4 minutes');
  expect(document.body.textContent?.match(/of 14/g)).toHaveLength(1);
  await chooseAction('Warm-ups and history');
  await says('Warm-ups for IG_Main');
  await press('Established account', { role: 'switch' });
  await saysNoMore('of 14: visits');
  expect(await list.accounts.all()).toContainEqual(
    expect.objectContaining({ account_label: 'IG_Main', is_established: true }),
  );
});

it('a hold after too many requests can be lifted after two days, with a warning; one where Instagram asked cannot', async () => {
  const account_label = 'IG_Later';
  await list.accounts.insert({ ...HELD, account_label, warmup_held_at: '2099-01-01T10:00:00Z' });
  const challenge = { ...HELD, warmup_held_reason: 'challenge', warmup_held_at: hoursAgo(9 * DAY_H) } as const;
  await list.accounts.insert({ ...challenge, account_label: 'IG_Asked' });
  await list.accounts.insert({ ...HELD, warmup_held_at: hoursAgo(2 * DAY_H) });
  await openAccounts('Automatic warm-ups are paused.', 'You can lift the hold from Jan 3, 2099, 10:00 AM UTC');
  await says('You can lift the hold now.');
  expect(screen.getAllByRole('button', { name: /^Lift the hold for/ })).toHaveLength(1);
  await chooseAction('Warm-ups and history', account_label);
  await says('From Jan 3, 2099, 10:00 AM UTC, you can lift the hold here');
  expect(document.body.textContent).not.toContain('leave the account alone for a week');
  await app.user.keyboard('{Escape}');
  await saysNoMore('you can lift the hold here');
  await press('Lift the hold for IG_Main');
  await says('If Instagram complains again, leave the account alone for a week');
  await press('Lift the hold', { inside: await topDialog() });
  await says('Hold lifted', 'Automatic warm-ups have resumed for IG_Main');
  expect(await list.accounts.all()).toContainEqual(
    expect.objectContaining({ account_label: 'IG_Main', warmup_held_reason: null, warmup_held_at: null }),
  );
});
