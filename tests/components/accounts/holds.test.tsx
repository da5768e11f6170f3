import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { hoursAgo } from '../../helpers/accounts-table.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { accountsScreen, topDialog } from '../../helpers/component/accounts.tsx';
import { appInDocument, says, saysNoMore } from '../../helpers/component/app.tsx';

const HELD = { is_logged_in: true, is_established: true, warmup_held_reason: 'rate_limited' } as const;
const DAY_H = 24;

const app = appInDocument(() => startTestAgent({}, { timeZone: 'UTC' }));
const { press, open } = app;
const list = accountsScreen(app);
const { openAccounts } = list;

beforeEach(() => list.accounts.clear());

async function openPanel() {
  await list.chooseAction('Warm-ups and history');
  await says('Warm-ups for IG_Main');
}
const text = () => document.body.textContent ?? '';

describe('the ramp-up', () => {
  it('is shown on the row with its day, and ends where the account is said to be established', async () => {
    const since = hoursAgo(2 * DAY_H + 1);
    await list.accounts.insert({ is_logged_in: true, is_established: false, ramp_up_since: since });
    await openAccounts('Day 3 of 14: visits of about 4 minutes');
    await openPanel();
    await press('Established account', { role: 'switch' });
    await saysNoMore('of 14: visits');
    expect(await list.accounts.all()).toMatchObject([{ is_established: true }]);
  });

  it('is shown neither for an account that was never logged in, nor for other platforms', async () => {
    const isNew = { is_established: false };
    await list.accounts.insert(isNew);
    await list.accounts.insert({ ...isNew, platform: 'tiktok', account_label: 'TT_Main', is_logged_in: true });
    await list.accounts.insert({ ...isNew, account_label: 'IG_New', is_logged_in: true });
    await openAccounts('IG_Main', 'TT_Main', 'Day 1 of 14');
    expect(text().match(/of 14/g)).toHaveLength(1);
  });
});

describe('a hold after too many requests', () => {
  it('says from when on it can be lifted', async () => {
    await list.accounts.insert({ ...HELD, warmup_held_at: '2099-01-01T10:00:00Z' });
    await openAccounts('Automatic warm-ups are paused.', 'You can lift the hold from Jan 3, 2099, 10:00 AM UTC');
    await openPanel();
    await says('From Jan 3, 2099, 10:00 AM UTC, you can lift the hold here');
    expect(text()).not.toContain('leave the account alone for a week');
  });

  it('is lifted from its row after two days, with a word of warning', async () => {
    await list.accounts.insert({ ...HELD, warmup_held_at: hoursAgo(2 * DAY_H) });
    await openAccounts('You can lift the hold now.');
    await press('Lift the hold for IG_Main');
    await says('If Instagram complains again, leave the account alone for a week');
    await press('Lift the hold', { inside: await topDialog() });
    await says('Hold lifted', 'Automatic warm-ups have resumed for IG_Main');
    expect(await list.accounts.all()).toMatchObject([{ warmup_held_reason: null, warmup_held_at: null }]);
  });

  it('cannot be lifted where Instagram asked for something', async () => {
    await list.accounts.insert({ ...HELD, warmup_held_reason: 'challenge', warmup_held_at: hoursAgo(9 * DAY_H) });
    await openAccounts('Automatic warm-ups are paused.');
    expect(text()).not.toContain('Lift the hold');
  });
});

describe('an account that needs the person', () => {
  it('is counted in the sidebar and named on the Dashboard, until it is all right again', async () => {
    const { id } = await list.accounts.insert({ ...HELD });
    await open('/');
    await says('IG_Main', 'Instagram stopped the warm-up.');
    const sidebar = screen.getByRole('navigation', { name: 'Main' });
    await waitFor(() =>
      expect(sidebar.querySelector('a[href="/accounts"]')?.textContent).toContain('1 needs your attention'),
    );
    await list.accounts.change(id, { warmup_held_reason: null });
    app.reload();
    await says('Account added');
    await app.hasAnswers(/warmup_held_reason/);
    await saysNoMore('Instagram stopped the warm-up.', '1 needs your attention');
  });
});
