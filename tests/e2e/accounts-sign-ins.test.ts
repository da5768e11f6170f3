import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountsTable } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  dress,
  fill,
  LOOKS,
  openBrowser,
  pageText,
  type TestBrowser,
  waitForText,
} from '../helpers/browser.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';
import { startTikTok, type TikTokServer } from '../helpers/tiktok/imitation.ts';
import { APP } from '../helpers/tiktok/tiktok-oauth.ts';
import { CLIENT } from '../helpers/youtube/google-oauth.ts';
import { startYouTube, type YouTubeServer } from '../helpers/youtube/imitation.ts';

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let accounts: ReturnType<typeof accountsTable>;
let youtube: YouTubeServer;
let tiktok: TikTokServer;

beforeAll(async () => {
  [browser, youtube, tiktok] = await Promise.all([openBrowser(), startYouTube(), startTikTok()]);
  const { origin, site, tokenOrigin } = youtube.api;
  const platformApis = {
    youtube_shorts: { origin, site, tokenOrigin },
    tiktok: { origin: tiktok.api.origin, site: tiktok.api.site },
  };
  agent = await startTestAgent({ platformApis });
  accounts = accountsTable(agent.admin);
  page = await openSignedIn(browser, agent, await agent.addMember(), '/accounts');
});
afterEach(() => accounts.clear());
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), youtube?.close(), tiktok?.close()]);
});

const press = (name: string) => byRole(page, 'button', name).click();

async function openDialog(label: string, platform: string) {
  await page.goto(new URL('/accounts', agent.url).href);
  await waitForText(page, `${label} ${platform}`);
  await press(`Connect for posting: ${label}`);
}

/** Without serious faults at each width, and in light and dark; keeps pictures where LOOKS names a folder. */
async function expectFit(name: string) {
  for (const look of LOOKS) {
    await dress(page, look);
    const { width, colorScheme } = look;
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name).toBe(true);
    expect(await axeViolations(page), `${name} ${width} ${colorScheme}`).toEqual([]);
    const folder = process.env.LOOKS;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
  }
}

/** Opens the consent page in a tab of its own, presses a button there, and answers the tab where it ends. */
async function decideInTab(button: string): Promise<Page> {
  await waitForText(page, 'Waiting for you to press Authorize');
  const url = await page.$eval('[role=dialog] a[href*="state="]', ({ href }) => href);
  const tab = await page.browserContext().newPage();
  await tab.goto(url);
  await Promise.all([tab.waitForNavigation(), byRole(tab, 'button', button).click()]);
  return tab;
}

describe('"Connect for posting" on YouTube', () => {
  it('says what Google allows, asks for the app, and connects once the person has allowed it', async () => {
    await accounts.insert({ platform: 'youtube_shorts', account_label: 'Shorts' });
    await openDialog('Shorts', 'YouTube Shorts');
    await waitForText(page, 'videos stay private', 'the login ends after 7 days', 'choose "Desktop app"');
    await expectFit('youtube-connect');
    await press('Continue');
    await waitForText(page, 'Enter the client ID.', 'Enter the client secret.');
    await fill(page, 'Client ID', CLIENT.id);
    await fill(page, 'Client secret', CLIENT.secret);
    await press('Continue');
    const refused = await decideInTab('Cancel');
    await waitForText(refused, 'Not connected', 'You did not allow it');
    await refused.close();
    await page.bringToFront();
    await waitForText(page, 'You did not allow it, so nothing was connected.');
    await press('Continue');
    const tab = await decideInTab('Allow');
    expect(new URL(tab.url()).hostname).toBe('127.0.0.1');
    await waitForText(tab, 'Connected', 'Local Agent can post as @ada');
    await tab.close();
    await page.bringToFront();
    await waitForText(page, 'Posting to Shorts', 'Posting as @ada');
    expect(await pageText(page)).not.toContain(CLIENT.secret);
  });
});

describe('"Connect for posting" on TikTok', () => {
  it('says what TikTok allows and which address to enter there, and connects for the inbox', async () => {
    await accounts.insert({ platform: 'tiktok', account_label: 'Clips' });
    await openDialog('Clips', 'TikTok');
    await waitForText(page, 'Until TikTok has audited your app', 'http://127.0.0.1:*/api/channels/return');
    await expectFit('tiktok-connect');
    await fill(page, 'Client key', APP.key);
    await fill(page, 'Client secret', APP.secret);
    await press('Continue');
    const refused = await decideInTab('Cancel');
    await waitForText(refused, 'Not connected', 'You did not allow it');
    await refused.close();
    await page.bringToFront();
    await waitForText(page, 'You did not allow it, so nothing was connected.');
    await press('Continue');
    const tab = await decideInTab('Allow');
    await waitForText(tab, 'Connected', 'Local Agent can post as Ada');
    await tab.close();
    await page.bringToFront();
    await waitForText(page, 'Posting to Clips', 'Posting as Ada');
    expect(await pageText(page)).not.toContain(APP.secret);
  });
});
