import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SocialAccountsRow } from '../../shared/workspace/database.ts';
import { accountsTable, hoursAgo } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  fill,
  openBrowser,
  pageText,
  type TestBrowser,
  waitForText,
} from '../helpers/browser.ts';
import { type Fault, failRequests, holdRequests } from '../helpers/request-faults.ts';
import { openSignedIn, spoilSession } from '../helpers/signed-in-page.ts';

const MARKUP = 'Bread <b>&amp;</b> <script>document.title="broken"</script> خبز طازج 🍞';
const RTL = 'مخبز الحي الجديد';
const LONG = 'Donaudampfschifffahrt'.repeat(5).slice(0, 100);
const EMPTY = 'No accounts connected yet Add social media accounts to start posting';

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;
let accounts: ReturnType<typeof accountsTable>;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  accounts = accountsTable(agent.admin);
  await agent.admin.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
  account = await agent.addMember();
  page = await openSignedIn(browser, agent, account, '/accounts');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  await accounts.clear();
});
afterEach(mend);

async function openAccounts() {
  await page.goto(new URL('/accounts', agent.url).href);
  await waitForText(page, 'Social Media Accounts Manage connected accounts and login sessions', 'Connected Accounts');
  await page.waitForSelector('main li, [data-slot=empty-state], [data-slot=error-state]');
}
const press = (name: string) => byRole(page, 'button', name).click();

async function fail(match: RegExp, fault: Fault) {
  endFault = await failRequests(page, match, fault);
}
async function mend() {
  await endFault?.();
  endFault = undefined;
}
/** Each row's words, its icon's name in front. */
function rows(): Promise<string[]> {
  return page.$$eval('main li', (all) =>
    all.map((row) => {
      const icon = row.querySelector('[role=img]')?.getAttribute('aria-label');
      // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, line by line.
      return `${icon}: ${row.innerText.replace(/\s+/g, ' ')}`;
    }),
  );
}
/** Another machine's agent warms the account up. */
async function runElsewhere({ id }: SocialAccountsRow) {
  const run = { account_id: id, owner: crypto.randomUUID(), lease_until: hoursAgo(-1) };
  await agent.admin.from('warmup_runs').insert(run).throwOnError();
  await accounts.change(id, { warmup_status: 'running' });
}
async function choosePlatform(name: string) {
  await byRole(page, 'combobox', 'Platform').click();
  await byRole(page, 'option', name).click();
}
const enteredLabel = () => page.$eval('[role=dialog] input', (input) => input.value);
const waitForDialogToClose = () => page.waitForFunction(() => !document.querySelector('[role=dialog]'));

describe('the list', () => {
  it('says that it is loading, and that there is nothing yet', async () => {
    const release = await holdRequests(page, /^GET .*\/rest\/v1\/social_accounts/);
    await page.goto(new URL('/accounts', agent.url).href, { waitUntil: 'domcontentloaded' });
    await waitForText(page, 'Loading accounts...');
    await release();
    await waitForText(page, EMPTY);
  });

  it('tries again when asked after a load that failed', async () => {
    await fail(/^GET .*\/rest\/v1\/social_accounts/, { status: 500, body: { message: 'The database is full.' } });
    await openAccounts();
    await waitForText(page, 'Error loading accounts The database is full. Try again');
    await mend();
    await press('Try again');
    await waitForText(page, EMPTY);
  });

  it('shows every account newest first, each with how its warm-up stands', async () => {
    const last_warmup_at = hoursAgo(1.5);
    const recent = { is_logged_in: true, warmup_status: 'success', last_warmup_at, created_at: hoursAgo(1) } as const;
    const older = { warmup_status: 'failed', last_warmup_at: '2026-01-15T14:30:00Z', created_at: hoursAgo(3) } as const;
    await accounts.insert({ ...older, account_label: MARKUP });
    await accounts.insert({ ...recent, account_label: 'IG_Main' });
    await runElsewhere(await accounts.insert({ account_label: RTL, created_at: hoursAgo(2) }));
    await accounts.insert({ platform: 'youtube_shorts', account_label: LONG, created_at: hoursAgo(4) });
    await openAccounts();
    await waitForText(page, 'Jan 15, 2026, 9:30 AM EST', 'Running on another machine');
    const time = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'America/New_York',
    })
      .format(new Date(last_warmup_at))
      .replace(/\s+/g, ' ');
    expect(await rows()).toEqual([
      expect.stringMatching(
        `^Last warm-up succeeded: IG_Main Instagram Logged in ✅ Warmed up at ${time} E[SD]T Next warmup in 23h Connect for posting On Cooldown$`,
      ),
      `Warm-up running: ${RTL} Instagram Not logged in Never warmed up Running on another machine. Progress and Cancel are available there. Connect for posting Warming Up...`,
      `Last warm-up failed: ${MARKUP} Instagram Not logged in ✅ Warmed up at Jan 15, 2026, 9:30 AM EST Log in Connect for posting Warm Up`,
      `No warm-up running: ${LONG} YouTube Shorts Not logged in Never warmed up Log in Connect for posting`,
    ]);
    const disabled = await page.$$eval('main li button:disabled', (all) => all.map((button) => button.textContent));
    expect(disabled).toEqual(['On Cooldown', 'Warming Up...']);
    for (const theme of ['light', 'dark']) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      expect(await axeViolations(page)).toEqual([]);
    }
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewport({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});

describe('"Add Account"', () => {
  it('asks for a platform and a label, and is used by keyboard alone', async () => {
    await openAccounts();
    await byRole(page, 'button', 'Add Account').wait();
    await page.focus('main header button');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Add Social Media Account', 'Select platform', 'Cancel');
    expect(await page.$eval('[role=dialog] input', (input) => input.getAttribute('placeholder'))).toBe('e.g., IG_Main');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=option]:focus');
    await page.keyboard.type('tik');
    await page.waitForSelector('[role=option]:focus::-p-text(TikTok)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=combobox][data-state=closed]:focus');
    await page.keyboard.press('Tab');
    await page.keyboard.type('  Tick tock ');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Account added', 'Tick tock TikTok Not logged in Never warmed up');
    await waitForDialogToClose();
    expect(await accounts.all()).toMatchObject([
      { platform: 'tiktok', account_label: 'Tick tock', is_logged_in: false },
    ]);
    await press('Add Account');
    await waitForText(page, 'Add Social Media Account', 'Select platform');
    expect(await enteredLabel()).toBe('');
    await press('Cancel');
  });

  it('says what is missing, beside the field too', async () => {
    await openAccounts();
    await press('Add Account');
    await press('Add Account');
    await waitForText(page, 'Missing fields', 'Select a platform.', 'Enter a label.');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
    expect(await axeViolations(page)).toEqual([]);
    await choosePlatform('Instagram');
    await page.focus('[role=dialog] input');
    await page.keyboard.sendCharacter('x'.repeat(101));
    await press('Add Account');
    await waitForText(page, 'Shorten the label to 100 characters.');
    await press('Cancel');
    expect(await accounts.all()).toEqual([]);
  });

  it('stays open with what was entered when it fails, and adds it the next time', async () => {
    await openAccounts();
    await press('Add Account');
    await choosePlatform('LinkedIn');
    await fill(page, 'Account Label', MARKUP);
    await fail(/^POST .*\/rest\/v1\/social_accounts/, 'no connection');
    await press('Add Account');
    await waitForText(page, 'Error adding account The backend could not be reached.', 'LinkedIn');
    await mend();
    expect(await enteredLabel()).toBe(MARKUP);
    await press('Add Account');
    await waitForText(page, `${MARKUP} LinkedIn Not logged in Never warmed up`);
    expect(await accounts.all()).toMatchObject([{ account_label: MARKUP }]);
  });

  it('offers no browser login where there is none', async () => {
    await openAccounts();
    await press('Add Account');
    await choosePlatform('Mastodon');
    await fill(page, 'Account Label', 'Ada');
    await press('Add Account');
    await waitForText(page, 'Ada Mastodon Never warmed up');
    const row = await page.$eval('li:has([aria-label="Delete Ada"])', (item) => item.textContent);
    expect(row).not.toMatch(/log/i);
    await byRole(page, 'button', 'More actions for Ada').click();
    await page.waitForSelector('[role=menuitem]');
    expect(await page.$$eval('[role=menuitem]', (items) => items.map((item) => item.textContent))).toEqual([
      'Connect for posting',
    ]);
    await page.keyboard.press('Escape');
  });

  it('says when the label is taken', async () => {
    await accounts.insert({ account_label: 'ig_main' });
    await openAccounts();
    await press('Add Account');
    await choosePlatform('Instagram');
    await fill(page, 'Account Label', 'IG_Main');
    await press('Add Account');
    await waitForText(page, 'Error adding account', 'Another Instagram account already has this label.');
    expect(await pageText(page)).not.toMatch(/duplicate key|constraint/);
    await press('Cancel');
  });

  it('keeps what was entered over closing and a reload, until it is cancelled', async () => {
    await openAccounts();
    await press('Add Account');
    await choosePlatform('Facebook');
    await fill(page, 'Account Label', RTL);
    await press('Close');
    await waitForDialogToClose();
    await press('Add Account');
    await waitForText(page, 'Add Social Media Account', 'Facebook');
    await openAccounts();
    await waitForText(page, 'Add Social Media Account', 'Facebook');
    expect(await enteredLabel()).toBe(RTL);
    await press('Cancel');
    await openAccounts();
    expect(await page.$('[role=dialog]')).toBeNull();
    await press('Add Account');
    await waitForText(page, 'Select platform');
    expect(await enteredLabel()).toBe('');
    await press('Cancel');
  });

  it('keeps what was entered over a lost session, and opens again after the sign-in', async () => {
    await openAccounts();
    await press('Add Account');
    await choosePlatform('TikTok');
    await fill(page, 'Account Label', RTL);
    await spoilSession(page, { refresh: 'refused' });
    await press('Add Account');
    await waitForText(page, 'Error adding account', 'Sign in to your account');
    await fill(page, 'Email', account.email);
    await fill(page, 'Password', account.password);
    await press('Sign In');
    await waitForText(page, 'Add Social Media Account', 'TikTok');
    expect(await enteredLabel()).toBe(RTL);
    await press('Add Account');
    await waitForText(page, `${RTL} TikTok Not logged in Never warmed up`);
  });
});

describe('a deletion', () => {
  it('happens at once, and its undo brings everything back', async () => {
    const account = await accounts.insert({
      warmup_status: 'success',
      last_warmup_at: hoursAgo(30),
      auto_warmup: false,
    });
    const run = { owner: crypto.randomUUID(), account_id: account.id, status: 'success' } as const;
    const { data: warmup } = await agent.admin
      .from('warmup_runs')
      .insert({ ...run, lease_until: hoursAgo(30), counts: { likes: 3 } })
      .select()
      .single()
      .throwOnError();
    const { data: scriptRun } = await agent.admin.from('script_runs').insert(run).select().single().throwOnError();
    await openAccounts();
    await press('Delete IG_Main');
    await waitForText(page, 'Account deleted', EMPTY);
    expect(await accounts.all()).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Connected Accounts');
    await press('Undo');
    await waitForText(page, 'Account restored', 'IG_Main Instagram Not logged in ✅ Warmed up at');
    expect(await accounts.all()).toEqual([account]);
    expect((await agent.admin.from('warmup_runs').select('*').throwOnError()).data).toEqual([warmup]);
    expect((await agent.admin.from('script_runs').select('*').throwOnError()).data).toEqual([scriptRun]);
  });

  it('of an account that is gone already says so', async () => {
    const { id } = await accounts.insert();
    await openAccounts();
    await accounts.remove(id);
    await press('Delete IG_Main');
    await waitForText(page, 'Account deleted It had already been removed elsewhere', EMPTY);
  });

  it('that fails leaves the row, and an undo that fails says why', async () => {
    await accounts.insert();
    await openAccounts();
    await fail(/^DELETE .*\/rest\/v1\/social_accounts/, 'no connection');
    await press('Delete IG_Main');
    await waitForText(page, 'Error deleting account The backend could not be reached.', 'IG_Main Instagram');
    await mend();
    await press('Delete IG_Main');
    await waitForText(page, 'Account deleted', EMPTY);
    await accounts.insert({ account_label: 'ig_main' });
    await press('Undo');
    await waitForText(page, 'Error restoring account duplicate key value', 'ig_main Instagram');
    await agent.admin.from('social_accounts').delete().eq('account_label', 'ig_main').throwOnError();
    await press('Try again');
    await waitForText(page, 'Account restored', 'IG_Main Instagram');
  });
});
