import { screen, waitFor } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { hoursAgo } from '../../helpers/accounts-table.ts';
import { accountsScreen, topDialog } from '../../helpers/component/accounts.tsx';
import { appInDocument, says, saysNoMore } from '../../helpers/component/app.tsx';
import { isFull } from '../../helpers/depth.ts';

const HELD = { is_logged_in: true, is_established: true, warmup_held_reason: 'rate_limited' } as const;
const DAY_H = 24;

const app = appInDocument();
const { press, open } = app;
const list = accountsScreen(app);
const { openAccounts } = list;

beforeAll(async () => {
  await app.agent.admin.from('app_settings').insert({ timezone: 'UTC' }).throwOnError();
});
beforeEach(() => list.accounts.clear());

async function openPanel() {
  await list.chooseAction('Warm-ups and history');
  await says('Warm-ups for IG_Main');
}
const text = () => document.body.textContent ?? '';

it('the ramp-up is shown on the row of an Instagram account that is logged in, until that is said to be established', async () => {
  const isNew = { is_established: false };
  await list.accounts.insert({ ...isNew, account_label: 'IG_Never' });
  await list.accounts.insert({ ...isNew, platform: 'tiktok', account_label: 'TT_Main', is_logged_in: true });
  await list.accounts.insert({ ...isNew, is_logged_in: true, ramp_up_since: hoursAgo(2 * DAY_H + 1) });
  await openAccounts('IG_Never', 'TT_Main', 'Day 3 of 14: visits of about 4 minutes');
  expect(text().match(/of 14/g)).toHaveLength(1);
  await openPanel();
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
  await list.chooseAction('Warm-ups and history', account_label);
  await says('From Jan 3, 2099, 10:00 AM UTC, you can lift the hold here');
  expect(text()).not.toContain('leave the account alone for a week');
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

it.runIf(isFull)(
  'an account that needs the person is counted in the sidebar and named on the Dashboard, until it is all right again',
  async () => {
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
  },
);
