import { screen, waitFor } from '@testing-library/dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';
import { hoursAgo } from '../../helpers/accounts-table.ts';
import { accountsScreen, LOGIN_PART, rows, topDialog, WARMUP_PART } from '../../helpers/component/accounts.tsx';
import { appInDocument, plain, says, saysNoMore } from '../../helpers/component/app.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';
import { isFull } from '../../helpers/depth.ts';

const MARKUP = 'Bread <b>&amp;</b> <script>document.title="broken"</script> خبز طازج 🍞';
const RTL = 'مخبز الحي الجديد';
const LONG = 'Donaudampfschifffahrt'.repeat(5).slice(0, 100);
const EMPTY = 'No accounts connected yet Add social media accounts to start posting';
/** What the list says about posting for an account that is not connected, with the button to connect it. */
const BY_HAND = 'You post by hand Connect for posting';
const CALL = (method: string) => new RegExp(`^${method} .*/rest/v1/social_accounts`);

const app = appInDocument();
const { press, fail, hold, letGo, open, reload } = app;
const list = accountsScreen(app);
const { openAccounts } = list;

beforeAll(async () => {
  await app.agent.admin.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
});
beforeEach(() => list.accounts.clear());

/** Simulates a warm-up of the account by another machine's agent. */
async function runElsewhere({ id }: SocialAccountsRow) {
  const run = { account_id: id, owner: crypto.randomUUID(), lease_until: hoursAgo(-1) };
  await app.agent.admin.from('warmup_runs').insert(run).throwOnError();
  await list.accounts.change(id, { warmup_status: 'running' });
}

/** Opens the dialog and fills in an account. */
async function enter(platform: string, label: string) {
  await openAccounts();
  await press('Add Account');
  await press(platform, { role: 'radio', inside: await topDialog() });
  await app.fill('Account Label', label);
}
const send = async () => press('Add Account', { inside: await topDialog() });
const enteredLabel = async () =>
  (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Account Label' })).value;
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the list', () => {
  it('says that it is loading, what went wrong, and that there is nothing yet', async () => {
    hold(CALL('GET'));
    await openAccounts('Loading accounts...');
    letGo();
    await says(EMPTY);
    fail(CALL('GET'));
    reload();
    await says(...SPECIFIED['Accounts: load fails'], 'The database is full. Try again');
    letGo();
    await press('Try again');
    await says(EMPTY);
  });

  it('shows every account newest first, each with how its warm-up stands', async () => {
    const last_warmup_at = hoursAgo(1.5);
    const recent = { is_logged_in: true, warmup_status: 'success', last_warmup_at, created_at: hoursAgo(1) } as const;
    const older = { warmup_status: 'failed', last_warmup_at: '2026-01-15T14:30:00Z', created_at: hoursAgo(3) } as const;
    const { accounts } = list;
    await accounts.insert({ ...older, account_label: MARKUP });
    await accounts.insert({ ...recent, account_label: 'IG_Main' });
    await runElsewhere(await accounts.insert({ account_label: RTL, created_at: hoursAgo(2) }));
    await accounts.insert({ platform: 'youtube_shorts', account_label: LONG, created_at: hoursAgo(4) });
    await openAccounts('Jan 15, 2026, 9:30 AM EST', 'Running on another machine');
    const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/New_York' } as const;
    const time = new Intl.DateTimeFormat('en-US', style).format(new Date(last_warmup_at));
    expect(rows()).toEqual([
      expect.stringMatching(
        plain(
          `^Last warm-up succeeded: IG_Main Instagram ${BY_HAND} ${WARMUP_PART} Logged in ✅ Warmed up at ${time} E[SD]T Next warmup in 23h On Cooldown$`,
        ),
      ),
      ...[
        `Warm-up running: ${RTL} Instagram ${BY_HAND} ${WARMUP_PART} Not logged in Never warmed up Running on another machine. Progress and Cancel are available there. Warming Up...`,
        `Last warm-up failed: ${MARKUP} Instagram ${BY_HAND} ${WARMUP_PART} Not logged in ✅ Warmed up at Jan 15, 2026, 9:30 AM EST Log in Warm Up`,
        `${LONG} YouTube Shorts ${BY_HAND} ${LOGIN_PART} Not logged in Log in`,
      ].map(plain),
    ]);
    expect(document.querySelector('bdi:has(wbr)')?.innerHTML).toBe('IG_<wbr>Main');
    const disabled = [...document.querySelectorAll('main li button[aria-disabled=true]')].map(
      (button) => button.textContent,
    );
    expect(disabled).toEqual(['On Cooldown', 'Warming Up...']);
  });
});

describe('"Add Account"', () => {
  it('asks for a platform and a label, says what is missing, and is used by keyboard alone', async () => {
    await openAccounts(EMPTY);
    const { user } = app;
    (await screen.findByRole('button', { name: 'Add Account' })).focus();
    await user.keyboard('{Enter}');
    await says('Add Social Media Account', 'Select platform', 'Cancel');
    expect((await screen.findByRole('textbox', { name: 'Account Label' })).getAttribute('placeholder')).toBe(
      'e.g., IG_Main',
    );
    await says('Bluesky 1 minute', 'Instagram 20 minutes, technical', 'X/Twitter 10 minutes, technical, paid');
    await send();
    await says(...SPECIFIED['Accounts: missing field'], 'Select a platform.', 'Enter a label.');
    expect(document.activeElement?.getAttribute('type')).toBe('radio');
    expect(await list.accounts.all()).toEqual([]);
    (await screen.findByRole('radio', { name: 'TikTok' })).focus();
    await user.keyboard(' ');
    await saysNoMore('Select platform');
    await user.tab();
    await user.keyboard('  Tick tock {Enter}');
    await says(...SPECIFIED['Accounts: add success'], `Tick tock TikTok ${BY_HAND} ${LOGIN_PART} Not logged in`);
    expect(await list.accounts.all()).toMatchObject([
      { platform: 'tiktok', account_label: 'Tick tock', is_logged_in: false },
    ]);
    await says('Connect Tick tock for posting');
    await user.keyboard('{Escape}');
    await isClosed();
    await press('Add Account');
    await says('Select platform');
    expect(await enteredLabel()).toBe('');
  });

  it('stays open with what was entered when it fails, and ends there where the person posts by hand', async () => {
    await list.accounts.insert({ account_label: 'ig_main' });
    await enter('Instagram', 'IG_Main');
    await send();
    await says('Error adding account', 'Another Instagram account already has this label.');
    expect(document.body.textContent).not.toMatch(/duplicate key|constraint/);
    await press('Mastodon', { role: 'radio' });
    await app.fill('Account Label', MARKUP);
    fail(CALL('POST'), 'no connection');
    await send();
    await says(...SPECIFIED['Accounts: add fails'], 'The backend could not be reached.');
    letGo();
    expect(await enteredLabel()).toBe(MARKUP);
    await press('I’ll post by hand', { role: 'radio' });
    await send();
    await says('Account added', `${MARKUP} Mastodon You post by hand`);
    await isClosed();
    // Mastodon has no browser login.
    expect(rows()[0]).not.toMatch(/log/i);
    await press(`More actions for ${MARKUP}`);
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Connect for posting', 'Posting defaults']);
  });
});

describe('a deletion', () => {
  it('happens at once, and its undo brings everything back', async () => {
    const { admin } = app.agent;
    const warmedUp = { warmup_status: 'success', last_warmup_at: hoursAgo(30), auto_warmup: false } as const;
    const account = await list.accounts.insert(warmedUp);
    const run = { owner: crypto.randomUUID(), account_id: account.id, status: 'success' } as const;
    const warmup = { ...run, lease_until: hoursAgo(30), counts: { likes: 3 } };
    await admin.from('warmup_runs').insert(warmup).throwOnError();
    await admin.from('script_runs').insert(run).throwOnError();
    const runs = async () => [
      (await admin.from('warmup_runs').select('*').throwOnError()).data,
      (await admin.from('script_runs').select('*').throwOnError()).data,
    ];
    const before = await runs();
    await openAccounts('IG_Main');
    await press('Delete IG_Main');
    await says(...SPECIFIED['Accounts: delete success'], EMPTY);
    expect(await list.accounts.all()).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Accounts');
    await press('Undo');
    await says('Account restored', `IG_Main Instagram ${BY_HAND} ${WARMUP_PART} Not logged in ✅ Warmed up at`);
    expect(await list.accounts.all()).toEqual([account]);
    expect(await runs()).toEqual(before);
  });

  it('that fails leaves the row, an undo that fails says why, and one of an account that is gone says so', async () => {
    await list.accounts.insert();
    await open('/accounts');
    await says('IG_Main');
    fail(CALL('DELETE'), 'no connection');
    await press('Delete IG_Main');
    await says(...SPECIFIED['Accounts: delete fails'], 'The backend could not be reached.', 'IG_Main Instagram');
    letGo();
    await press('Delete IG_Main');
    await says('Account deleted', EMPTY);
    await list.accounts.insert({ account_label: 'ig_main' });
    await press('Undo');
    await says('Error restoring account duplicate key value', 'ig_main Instagram');
    await list.accounts.clear();
    await press('Try again');
    await says('Account restored', 'IG_Main Instagram');
    await saysNoMore('ig_main');
    await list.accounts.clear();
    await press('Delete IG_Main');
    await says('Account deleted It had already been removed elsewhere', EMPTY);
  });
});

it.runIf(isFull)(
  '"Posting defaults" are kept, and posts handed over early only where the platform can hold them',
  async () => {
    await list.accounts.insert({ platform: 'bluesky', account_label: 'Sky' });
    await list.accounts.insert({ platform: 'mastodon', account_label: 'Toots' });
    await openAccounts('Sky', 'Toots');
    await list.chooseAction('Posting defaults', 'Sky');
    await says('Posting defaults: Sky', 'Allow quote posts');
    await saysNoMore('Hand over early');
    await press('Allow quote posts', { role: 'switch', inside: await topDialog() });
    await press('Save defaults');
    await isClosed();
    await list.chooseAction('Posting defaults', 'Toots');
    await press('Hand over early', { role: 'switch', inside: await topDialog() });
    await app.fill('Hours before a post is due', '721');
    await press('Save defaults');
    await says('Enter a whole number from 1 to 720.', 'Correct the marked fields first.');
    await app.fill('Hours before a post is due', '12');
    await press('Save defaults');
    await isClosed();
    expect(await list.accounts.all()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ account_label: 'Sky', posting_defaults: { quotes: false } }),
        expect.objectContaining({ account_label: 'Toots', hand_over_hours: 12 }),
      ]),
    );
  },
);
