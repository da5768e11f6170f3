import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SocialAccountsRow } from '../../shared/database.ts';
import { WARMUP_POLL_MS } from '../../shared/warmup.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  fill,
  openBrowser,
  pageText,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { holdClock, type PageClock } from '../helpers/page-clock.ts';
import { type Fault, failRequests, holdRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';
import { finished, imitateWarmups, RUNNING } from '../helpers/warmup-imitation.ts';

const HOUR_MS = 3_600_000;
const MARKUP = 'Bread <b>&amp;</b> <script>document.title="broken"</script> 🍞';
const RTL = 'مخبز الحي الجديد';
const LONG = 'Donaudampfschifffahrt'.repeat(5).slice(0, 100);
const EMPTY = 'No accounts connected yet Add social media accounts to start posting';

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let clock: PageClock;
let endImitation: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  const account = await agent.addMember();
  await agent.admin.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
  page = await openSignedIn(browser, agent, account, '/accounts');
  clock = await holdClock(page, WARMUP_POLL_MS);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  await agent.admin.from('social_accounts').delete().not('id', 'is', null).throwOnError();
});
afterEach(async () => {
  await endImitation?.();
  endImitation = undefined;
});

async function openAccounts() {
  await page.goto(new URL('/accounts', agent.url).href);
  await waitForText(page, 'Social Media Accounts Manage connected accounts and login sessions', 'Connected Accounts');
  await page.waitForSelector('main li, [data-slot=empty-state], [data-slot=error-state]');
}
const press = (name: string) => byRole(page, 'button', name).click();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

async function insert(entries: Partial<SocialAccountsRow> = {}): Promise<SocialAccountsRow> {
  const account = { platform: 'instagram', account_label: 'IG_Main', ...entries } as const;
  return (await agent.admin.from('social_accounts').insert(account).select().single().throwOnError()).data;
}
async function change(id: string, entries: Partial<SocialAccountsRow>) {
  await agent.admin.from('social_accounts').update(entries).eq('id', id).throwOnError();
}
async function stored(): Promise<SocialAccountsRow[]> {
  return (await agent.admin.from('social_accounts').select('*').throwOnError()).data;
}
async function imitate(...args: Parameters<typeof imitateWarmups> extends [Page, ...infer Rest] ? Rest : never) {
  const imitation = await imitateWarmups(page, ...args);
  endImitation = imitation.end;
  return imitation;
}
async function failing(...args: Parameters<typeof failRequests> extends [Page, ...infer Rest] ? Rest : never) {
  endImitation = await failRequests(page, ...args);
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
async function choosePlatform(name: string) {
  await byRole(page, 'combobox', 'Platform').click();
  await byRole(page, 'option', name).click();
}
/** Lets five seconds after five seconds pass until the page shows these words. They run notifications out as well, so wait for what stays. */
async function tickUntil(words: string) {
  await vi.waitFor(
    async () => {
      await clock.runTimers();
      expect(await pageText(page)).toContain(words);
    },
    { timeout: 20_000, interval: 100 },
  );
}
/** Lets five seconds pass, and everything that the page then asks arrive. */
async function tick() {
  await clock.runTimers();
  await page.evaluate(async () => (await fetch('/api/health')).ok);
}
const dialogIsOpen = () => page.$eval('body', (body) => body.querySelector('[role=dialog]') !== null);
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
    await failing(/^GET .*\/rest\/v1\/social_accounts/, { status: 500, body: { message: 'The database is full.' } });
    await openAccounts();
    await waitForText(page, 'Error loading accounts The database is full. Try again');
    await endImitation?.();
    endImitation = undefined;
    await press('Try again');
    await waitForText(page, EMPTY);
  });

  it('shows every account newest first, each with how its warm-up stands', async () => {
    const last_warmup_at = hoursAgo(1.5);
    const recent = { warmup_status: 'success', last_warmup_at, created_at: hoursAgo(1) } as const;
    const older = { warmup_status: 'failed', last_warmup_at: '2026-01-15T14:30:00Z', created_at: hoursAgo(3) } as const;
    await insert({ ...older, account_label: MARKUP });
    await insert({ ...recent, account_label: 'IG_Main' });
    await insert({ warmup_status: 'running', account_label: RTL, created_at: hoursAgo(2) });
    await insert({ platform: 'youtube_shorts', account_label: LONG, created_at: hoursAgo(4) });
    await imitate({});
    await openAccounts();
    await waitForText(page, 'Jan 15, 2026, 9:30 AM EST');
    const time = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'America/New_York',
    })
      .format(new Date(last_warmup_at))
      .replace(/\s+/g, ' ');
    expect(await rows()).toEqual([
      expect.stringMatching(
        `^Last warm-up succeeded: IG_Main Instagram ✅ Warmed up at ${time} E[SD]T Next warmup in 23h On Cooldown$`,
      ),
      `Warm-up running: ${RTL} Instagram Never warmed up Warming Up...`,
      `Last warm-up failed: ${MARKUP} Instagram ✅ Warmed up at Jan 15, 2026, 9:30 AM EST Warm Up`,
      `No warm-up running: ${LONG} YouTube Shorts Never warmed up`,
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

  it('counts the cooldown down while it is open, until a warm-up is allowed', async () => {
    await insert({ last_warmup_at: hoursAgo(22.5) });
    await openAccounts();
    await waitForText(page, 'Next warmup in 2h On Cooldown');
    await clock.moveOn(0.6 * HOUR_MS);
    await waitForText(page, 'Next warmup in 1h On Cooldown');
    await clock.moveOn(HOUR_MS);
    await waitForText(page, 'Warm Up');
    expect(await pageText(page)).not.toContain('Next warmup');
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
    await waitForText(page, 'Account added', 'Tick tock TikTok Never warmed up');
    await waitForDialogToClose();
    expect(await stored()).toMatchObject([{ platform: 'tiktok', account_label: 'Tick tock', is_logged_in: false }]);
    await press('Add Account');
    await waitForText(page, 'Add Social Media Account', 'Select platform');
    expect(await page.$eval('[role=dialog] input', (input) => input.value)).toBe('');
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
    expect(await stored()).toEqual([]);
  });

  it('stays open with what was entered when it fails, and adds it the next time', async () => {
    await openAccounts();
    await press('Add Account');
    await choosePlatform('LinkedIn');
    await fill(page, 'Account Label', MARKUP);
    await failing(/^POST .*\/rest\/v1\/social_accounts/, 'no connection');
    await press('Add Account');
    await waitForText(page, 'Error adding account The backend could not be reached.', 'LinkedIn');
    await endImitation?.();
    endImitation = undefined;
    expect(await page.$eval('[role=dialog] input', (input) => input.value)).toBe(MARKUP);
    await press('Add Account');
    await waitForText(page, `${MARKUP} LinkedIn Never warmed up`);
    expect(await stored()).toMatchObject([{ account_label: MARKUP }]);
  });

  it('says when the label is taken', async () => {
    await insert({ account_label: 'ig_main' });
    await openAccounts();
    await press('Add Account');
    await choosePlatform('Instagram');
    await fill(page, 'Account Label', 'IG_Main');
    await press('Add Account');
    await waitForText(page, 'Error adding account', 'Another Instagram account has this label.');
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
    expect(await page.$eval('[role=dialog] input', (input) => input.value)).toBe(RTL);
    await press('Cancel');
    await openAccounts();
    expect(await dialogIsOpen()).toBe(false);
    await press('Add Account');
    await waitForText(page, 'Select platform');
    expect(await page.$eval('[role=dialog] input', (input) => input.value)).toBe('');
    await press('Cancel');
  });
});

describe('a warm-up', () => {
  it('is in progress from the press on, is asked for every five seconds, and ends with a reload', async () => {
    const { id } = await insert();
    let answer: Fault = RUNNING;
    const { starts, asked } = await imitate({ status: () => answer });
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, 'Warmup started Instagram warmup is running in the background', 'Warming Up...');
    await page.waitForSelector('[role=img][aria-label="Warm-up running"]');
    expect(starts).toEqual([{ accountId: id }]);
    answer = 'no connection';
    await tickUntil('The agent cannot say how it goes. Still asking... Warming Up...');
    expect(await pageText(page)).not.toContain('Error');
    answer = RUNNING;
    await tickUntil('Never warmed up Warming Up...');
    await change(id, { warmup_status: 'success', last_warmup_at: new Date().toISOString() });
    answer = finished('success');
    await tickUntil('Next warmup in 24h On Cooldown');
    expect(new Set(asked)).toEqual(new Set([id]));
    const count = asked.length;
    await tick();
    expect(asked).toHaveLength(count);
  });

  it('that was running when the screen was opened is followed too, once', async () => {
    const { id } = await insert({ warmup_status: 'running' });
    const { asked } = await imitate({ status: () => finished('failed') });
    await openAccounts();
    await waitForText(page, 'Warmup failed Check the backend logs for details');
    await change(id, { warmup_status: 'failed' });
    await page.reload();
    await page.waitForSelector('[role=img][aria-label="Last warm-up failed"]');
    await waitForText(page, 'Warm Up');
    expect(asked).toEqual([id]);
  });

  it('is not asked for while another screen is open, and goes on with the screen', async () => {
    await insert();
    let answer: Fault = RUNNING;
    const { asked } = await imitate({ status: () => answer });
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, 'Warmup started');
    await byRole(page, 'link', 'Dashboard').click();
    await waitForPath(page, '/');
    await waitForText(page, 'Quick Actions');
    const count = asked.length;
    await tick();
    expect(asked).toHaveLength(count);
    await byRole(page, 'link', 'Accounts').click();
    await waitForText(page, 'Warming Up...');
    answer = finished('success');
    await tickUntil('Never warmed up Warm Up');
  });

  it('that the agent does not know says so, and can be tried again', async () => {
    await insert();
    const error = 'There is nothing at this address.';
    const { starts } = await imitate({ start: { status: 404, body: { error, code: 'not_found' } } });
    await openAccounts();
    await press('Warm Up');
    await waitForText(page, `Error starting warmup ${error}`, 'Warm Up');
    await press('Warm Up');
    await vi.waitFor(() => expect(starts).toHaveLength(2));
  });

  it('that is refused shows what changed meanwhile', async () => {
    const { id } = await insert();
    await imitate({ start: { status: 429, body: { error: 'Try again tomorrow.', code: 'warmup_cooldown' } } });
    await openAccounts();
    await change(id, { warmup_status: 'success', last_warmup_at: hoursAgo(3) });
    await press('Warm Up');
    await waitForText(page, 'Warmup on cooldown Try again tomorrow.', 'Next warmup in 21h On Cooldown');
  });

  it('of an account that was deleted elsewhere says so, and the row goes', async () => {
    const { id } = await insert();
    const { starts } = await imitate({});
    await openAccounts();
    await agent.admin.from('social_accounts').delete().eq('id', id).throwOnError();
    await press('Warm Up');
    await waitForText(page, 'Error starting warmup This account has been deleted elsewhere', EMPTY);
    expect(starts).toEqual([]);
  });
});

describe('a deletion', () => {
  it('happens at once, and its undo brings everything back', async () => {
    const account = await insert({ warmup_status: 'success', last_warmup_at: hoursAgo(30), auto_warmup: false });
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
    expect(await stored()).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Connected Accounts');
    await press('Undo');
    await waitForText(page, 'Account restored', 'IG_Main Instagram ✅ Warmed up at');
    expect(await stored()).toEqual([account]);
    expect((await agent.admin.from('warmup_runs').select('*').throwOnError()).data).toEqual([warmup]);
    expect((await agent.admin.from('script_runs').select('*').throwOnError()).data).toEqual([scriptRun]);
  });

  it('of an account that is gone already says so', async () => {
    const { id } = await insert();
    await openAccounts();
    await agent.admin.from('social_accounts').delete().eq('id', id).throwOnError();
    await press('Delete IG_Main');
    await waitForText(page, 'Account deleted It had already been removed elsewhere', EMPTY);
  });

  it('that fails leaves the row, and an undo that fails says why', async () => {
    await insert();
    await openAccounts();
    await failing(/^DELETE .*\/rest\/v1\/social_accounts/, 'no connection');
    await press('Delete IG_Main');
    await waitForText(page, 'Error deleting account The backend could not be reached.', 'IG_Main Instagram');
    await endImitation?.();
    endImitation = undefined;
    await press('Delete IG_Main');
    await waitForText(page, 'Account deleted', EMPTY);
    await insert({ account_label: 'ig_main' });
    await press('Undo');
    await waitForText(page, 'Error restoring account duplicate key value', 'ig_main Instagram');
    await agent.admin.from('social_accounts').delete().eq('account_label', 'ig_main').throwOnError();
    await press('Try again');
    await waitForText(page, 'Account restored', 'IG_Main Instagram');
  });
});
