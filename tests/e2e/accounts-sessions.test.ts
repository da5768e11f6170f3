import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { COOKIE_FILE_MAX_BYTES } from '../../shared/accounts/account-session.ts';
import { accountsTable } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { axeViolations, byRole, openBrowser, pageText, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { type Instagram, startInstagram } from '../helpers/instagram/imitation.ts';
import { PASSWORD } from '../helpers/instagram/log-in.ts';
import { addLoggedIn } from '../helpers/logged-in-account.ts';
import { holdRequests } from '../helpers/request-faults.ts';
import { readSession } from '../helpers/saved-sessions.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

let instagram: Instagram;
let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let accounts: ReturnType<typeof accountsTable>;
/** What the person does at the next log-in window. */
let person: (window: Page) => Promise<unknown>;

beforeAll(async () => {
  instagram = await startInstagram();
  [agent, browser] = await Promise.all([
    startTestAgent({ instagramUrl: instagram.origin }, { person: (window) => void person(window) }),
    openBrowser(),
  ]);
  accounts = accountsTable(agent.admin);
  page = await openSignedIn(browser, agent, await agent.addMember(), '/accounts');
});
beforeEach(() => {
  person = async () => undefined;
});
afterEach(async () => {
  instagram.reset();
  await accounts.clear();
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), instagram?.close()]);
});

async function openAccounts() {
  await page.goto(new URL('/accounts', agent.url).href);
  await waitForText(page, 'IG_Main Instagram');
}
const press = (name: string) => byRole(page, 'button', name).click();

async function choose(item: string) {
  await press('More actions for IG_Main');
  await byRole(page, 'menuitem', item).click();
}
async function logInAt(window: Page) {
  await window.locator('input[name=username]').fill('bakery');
  await window.locator('input[name=password]').fill(PASSWORD);
  await window.keyboard.press('Enter');
}

/** As Cookie-Editor exports it. */
const exported = (value: string, name = 'sessionid') =>
  JSON.stringify([{ domain: '127.0.0.1', hostOnly: true, httpOnly: true, name, path: '/', session: true, value }]);
/** In place of what was there. */
async function paste(text: string) {
  await page.$eval('[role=dialog] textarea', (field) => field.select());
  await page.keyboard.sendCharacter(text);
}
const pasted = () => page.$eval('[role=dialog] textarea', (field) => field.value);
const waitForDialogToClose = () => page.waitForFunction(() => !document.querySelector('[role=dialog]'));

describe('"Log in"', () => {
  it('opens a window, follows it until the person is logged in, and lets warm-ups go on', async () => {
    const { id } = await accounts.insert({ warmup_status: 'failed', warmup_held_reason: 'challenge' });
    let window: Page | undefined;
    person = async (shown) => {
      window = shown;
    };
    await openAccounts();
    await waitForText(page, 'Automatic warm-ups are paused. Instagram wants to make sure it’s you.');
    await press('Log in again');
    await waitForText(page, 'Log in using the window that opened.', 'Cancel');
    await page.reload();
    await waitForText(page, 'Log in using the window that opened.', 'Cancel');
    expect(await axeViolations(page)).toEqual([]);
    if (window) await logInAt(window);
    await waitForText(
      page,
      'IG_Main is logged in on this machine',
      'IG_Main Instagram Logged in Never warmed up Connect for posting Warm Up',
    );
    expect(await pageText(page)).not.toContain('paused');
    expect(await accounts.all()).toMatchObject([{ id, is_logged_in: true, warmup_held_reason: null }]);
  });

  it('is called off with "Cancel"', async () => {
    await accounts.insert();
    await openAccounts();
    await press('Log in');
    await waitForText(page, 'Log in using the window that opened.');
    await press('Cancel');
    await waitForText(page, 'IG_Main Instagram Not logged in Never warmed up Log in Connect for posting Warm Up');
    expect(await pageText(page)).not.toContain('the window that opened');
  });

  it('that comes to nothing says why on the row, and offers the cookies instead', async () => {
    await accounts.insert();
    person = (window) => window.close();
    await openAccounts();
    await press('Log in');
    await waitForText(page, 'Login failed. The window was closed before you were logged in.');
    await press('Import cookies');
    await waitForText(page, 'Import cookies for IG_Main');
    await press('Cancel');
    await waitForDialogToClose();
    await press('Dismiss');
    await page.waitForFunction(() => !document.querySelector('[role=alert]'));
  });
});

describe('the import of cookies', () => {
  it('says what is wrong beside what was pasted, and logs in with what is right', async () => {
    await accounts.insert();
    await openAccounts();
    await choose('Import cookies');
    await waitForText(page, 'Cookie-Editor', 'EditThisCookie', 'cookies.txt', 'They stay on this machine');
    await press('Import');
    await waitForText(page, 'Paste the cookies, or choose a file.');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await paste(exported('1', 'csrftoken'));
    await press('Import');
    await waitForText(page, 'The login cookie for Instagram (sessionid) is missing');
    expect(await pasted()).toBe(exported('1', 'csrftoken'));
    expect(await axeViolations(page)).toEqual([]);

    await paste(exported(instagram.issue()));
    const release = await holdRequests(page, /\/cookies$/);
    await press('Import');
    await waitForText(page, 'Checking...', 'Opening the account with these cookies.');
    await release();
    await waitForDialogToClose();
    await waitForText(page, 'IG_Main is logged in with 1 imported cookie', 'IG_Main Instagram Logged in');
    expect(await accounts.all()).toMatchObject([{ is_logged_in: true }]);
  });

  it('takes a file, chosen or dropped, of at most 1 MB', async () => {
    await accounts.insert();
    const folder = await mkdtemp(join(tmpdir(), 'local-agent-cookies-'));
    try {
      const [good, large] = [join(folder, 'cookies.txt'), join(folder, 'large.json')];
      await writeFile(good, `127.0.0.1\tFALSE\t/\tFALSE\t0\tsessionid\t${instagram.issue()}\n`);
      await writeFile(large, 'x'.repeat(COOKIE_FILE_MAX_BYTES + 1));
      await openAccounts();
      await choose('Import cookies');
      for (const [file, words] of [
        [large, 'This is 1.1 MB; the limit is 1 MB'],
        [good, 'cookies.txt, 1 KB'],
      ] as const) {
        const [chooser] = await Promise.all([page.waitForFileChooser(), press('Choose a file')]);
        await chooser.accept([file]);
        await waitForText(page, words);
      }
      await dropOn('[role=dialog] textarea', 'export.json', exported('ended'));
      await waitForText(page, 'export.json, 1 KB');
      expect(await pasted()).toBe(exported('ended'));
      await press('Import');
      await waitForText(page, 'The cookies were not imported. The login has expired');
      await press('Cancel');
      await waitForDialogToClose();
      expect(await accounts.all()).toMatchObject([{ is_logged_in: false }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('by keyboard alone', () => {
  it('the menu opens the import, takes what is pasted, and has the focus again afterwards', async () => {
    await accounts.insert();
    await openAccounts();
    await page.focus('main header button');
    for (const stop of ['Log in', 'Connect for posting: IG_Main', 'Warm Up', 'More actions for IG_Main']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(stop);
    }
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=menuitem]:focus');
    await expectAccessible();
    await page.keyboard.press('End');
    await page.waitForSelector('[role=menuitem]:focus::-p-text(Import cookies)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=dialog] textarea:focus');
    await page.keyboard.sendCharacter('no cookies');
    for (const stop of ['Choose a file', 'Cancel', 'Import']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(stop);
    }
    await page.keyboard.press('Enter');
    await waitForText(page, 'Unknown cookie format.');
    await expectAccessible();
    await page.keyboard.press('Escape');
    await waitForDialogToClose();
    await vi.waitFor(async () => expect(await focused()).toBe('More actions for IG_Main'), { timeout: 20_000 });
  });
});

describe('"Check login"', () => {
  it('tells whether the account is still logged in, and offers a log-in where it is not', async () => {
    await addLoggedIn(agent, instagram);
    await openAccounts();
    await choose('Check login');
    await waitForText(page, 'Login checked IG_Main is still logged in', 'Instagram Logged in');
    instagram.forgetAll();
    await choose('Check login');
    await waitForText(page, 'The login has expired.', 'Instagram Not logged in');
    await page.locator('li[data-variant] button::-p-text(Log in)').click();
    await waitForText(page, 'Log in using the window that opened.');
    await press('Cancel');
    await waitForText(page, 'Log in Connect for posting Warm Up');
  });
});

describe('a deletion', () => {
  it('that is undone leaves the account logged in', async () => {
    const { id } = await addLoggedIn(agent, instagram);
    await openAccounts();
    const forgotten = page.waitForResponse((response) => response.url().endsWith('/session'));
    await press('Delete IG_Main');
    await waitForText(page, 'Account deleted');
    expect((await forgotten).status()).toBe(204);
    await press('Undo');
    await waitForText(page, 'Account restored', 'IG_Main Instagram Logged in');
    expect(await readSession(agent.dataDir, id)).toMatchObject([{ name: 'sessionid' }]);
    await choose('Check login');
    await waitForText(page, 'IG_Main is still logged in');
  });
});

/** What has the focus: its label, or else its own words. */
const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);

async function expectAccessible() {
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    expect(await axeViolations(page)).toEqual([]);
  }
}

/** Drops a file of this text on an element. */
async function dropOn(selector: string, name: string, text: string) {
  await page.$eval(
    selector,
    (element, fileName, content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      const options = { bubbles: true, cancelable: true, dataTransfer };
      element.dispatchEvent(new DragEvent('dragover', options));
      element.dispatchEvent(new DragEvent('drop', options));
    },
    name,
    text,
  );
}
