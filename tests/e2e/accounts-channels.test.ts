import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FACEBOOK_SCOPES } from '../../server/features/publishing/platforms/facebook/publisher.ts';
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
import { SCOPES } from '../helpers/channels.ts';
import { type MastodonServer, startMastodonServer } from '../helpers/mastodon/imitation.ts';
import { type MetaServer, startMetaServer } from '../helpers/meta/imitation.ts';
import { type PdsImitation, startPds } from '../helpers/pds.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let accounts: ReturnType<typeof accountsTable>;
let mastodon: MastodonServer;
let pds: PdsImitation;
let meta: MetaServer;

beforeAll(async () => {
  meta = await startMetaServer();
  [agent, browser, mastodon, pds] = await Promise.all([
    startTestAgent({ platformApis: { facebook: { origin: meta.origin } } }),
    openBrowser(),
    startMastodonServer(),
    startPds(),
  ]);
  accounts = accountsTable(agent.admin);
  page = await openSignedIn(browser, agent, await agent.addMember(), '/accounts');
});
afterEach(() => accounts.clear());
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), mastodon?.close(), pds?.close(), meta?.close()]);
});

const press = (name: string) => byRole(page, 'button', name).click();
const waitForDialogToClose = () => page.waitForFunction(() => !document.querySelector('[role=dialog]'));

async function openAccounts(label: string) {
  await page.goto(new URL('/accounts', agent.url).href);
  await waitForText(page, label);
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

async function connectBluesky() {
  await accounts.insert({ platform: 'bluesky', account_label: 'Sky' });
  await openAccounts('Sky Bluesky');
  await press('Connect for posting: Sky');
  await fill(page, 'Handle', '@ada.test');
  await fill(page, 'App password', pds.account.appPassword);
  await fill(page, 'Server (PDS), if you host your own', pds.origin);
  await press('Connect');
  await waitForText(page, 'Posting to Sky', 'Posting as ada.test');
}

describe('"Connect for posting" on Bluesky', () => {
  it('says what it takes and costs first, what is wrong beside it, and who it posts as then', async () => {
    await accounts.insert({ platform: 'bluesky', account_label: 'Sky' });
    await openAccounts('Sky Bluesky');
    await press('Connect for posting: Sky');
    await waitForText(page, 'Cost: Nothing.', 'cannot be edited', 'bsky.app/settings/app-passwords');
    const link = await page.$eval('[role=dialog] ol a', ({ href, rel, target }) => ({ href, rel, target }));
    expect(link).toEqual({
      href: 'https://bsky.app/settings/app-passwords',
      rel: 'noopener noreferrer',
      target: '_blank',
    });
    await expectFit('bluesky-connect');
    await press('Connect');
    await waitForText(page, 'Enter your handle.', 'Enter the app password.');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toBe('ada.bsky.social');
    await fill(page, 'Handle', 'ada.test');
    await fill(page, 'App password', 'wrong');
    await fill(page, 'Server (PDS), if you host your own', pds.origin);
    await press('Connect');
    await waitForText(page, 'Bluesky: Invalid identifier or password');
    await fill(page, 'App password', pds.account.appPassword);
    await press('Connect');
    await waitForText(page, 'Posting to Sky', 'Posting as ada.test', 'Last checked');
    expect(await pageText(page)).not.toContain(pds.account.appPassword);
    await expectFit('bluesky-connected');
    await page.keyboard.press('Escape');
    await waitForDialogToClose();
    await waitForText(page, 'Sky Bluesky Posting as ada.test');
    await expectFit('row-connected');
  });

  it('checks, sends a test post, pauses, and asks before it disconnects', async () => {
    await connectBluesky();
    await press('Check');
    await waitForText(page, 'The login works.');
    await press('Send a test post');
    await waitForText(page, 'The test post was published, then deleted again.');
    expect(pds.posts.size).toBe(0);
    await press('Pause posting');
    await waitForText(page, 'Posts are held back until you resume posting.', 'Resume posting');
    await press('Resume posting');
    await waitForText(page, 'Pause posting');
    await press('Disconnect');
    await waitForText(page, 'Disconnect Sky?', 'Scheduled posts come up as "Your turn" instead.');
    expect(await axeViolations(page)).toEqual([]);
    await press('Keep connected');
    await press('Disconnect');
    await waitForText(page, 'Disconnect Sky?');
    await page.locator('[role=dialog]:last-of-type button::-p-text(Disconnect)').click();
    await waitForText(page, 'Sky is disconnected', 'The app password still works.', 'Open that page');
    expect(await axeViolations(page)).toEqual([]);
    await press('Close');
    await waitForDialogToClose();
    await waitForText(page, 'Connect for posting');
  });

  it('says in the platform’s words why an account must be connected again, and does it', async () => {
    await connectBluesky();
    pds.account.status = 'suspended';
    await press('Check');
    await waitForText(page, 'The platform no longer accepts the login, so posts are on hold.', 'suspended');
    pds.account.status = null;
    await expectFit('bluesky-refused');
    await page.keyboard.press('Escape');
    await waitForDialogToClose();
    await waitForText(page, 'Posts are on hold: connect again');
    await press('Connect again: Sky');
    await byRole(page, 'button', 'Connect again').click();
    await fill(page, 'Handle', 'ada.test');
    await fill(page, 'App password', pds.account.appPassword);
    await fill(page, 'Server (PDS), if you host your own', pds.origin);
    await press('Connect');
    await waitForText(page, 'Posting as ada.test', 'Pause posting');
    await vi.waitFor(async () => expect(await pageText(page)).not.toContain('no longer accepts'), { timeout: 20_000 });
  });
});

describe('"Connect for posting" on Mastodon', () => {
  it('signs in on the server’s page, which comes back to Local Agent', async () => {
    await accounts.insert({ platform: 'mastodon', account_label: 'Elephant' });
    await openAccounts('Elephant Mastodon');
    await press('Connect for posting: Elephant');
    await waitForText(page, 'Log in (recommended)', 'Cost: Nothing.');
    await expectFit('mastodon-sign-in');
    await press('Continue');
    await waitForText(page, 'Enter your server.');
    await fill(page, 'Server', mastodon.origin);
    await press('Continue');
    await waitForText(page, 'Waiting for you to press Authorize');
    await expectFit('mastodon-waiting');
    const url = await page.$eval('[role=dialog] a[href*="/oauth/authorize"]', ({ href }) => href);
    const back = await mastodon.decide(url, 'ada');
    const tab = await page.browserContext().newPage();
    await tab.goto(back);
    await waitForText(tab, 'Connected', 'Local Agent can post as @ada@');
    expect(await axeViolations(tab)).toEqual([]);
    if (process.env.LOOKS) await tab.screenshot({ path: `${process.env.LOOKS}/return-page.png` });
    await tab.close();
    await page.bringToFront();
    await waitForText(page, 'Posting to Elephant', 'Posting as @ada@');
  });

  it('takes a token instead, and asks before another account takes its place', async () => {
    const { id } = await accounts.insert({ platform: 'mastodon', account_label: 'Elephant' });
    const entry = { platform: 'mastodon', server: mastodon.origin, accessToken: mastodon.tokenFor('ada', SCOPES) };
    expect((await agent.call(`/api/accounts/${id}/channel`, { body: entry })).status).toBe(200);
    await agent.admin
      .from('channels')
      .update({ state: 'reconnect', problem: 'Gone' })
      .eq('account_id', id)
      .throwOnError();
    await openAccounts('Elephant Mastodon');
    await press('Connect again: Elephant');
    await press('Connect again');
    await byRole(page, 'tab', 'Access token').click();
    await waitForText(page, 'Preferences, Development, New application', 'write:statuses and write:media');
    await expectFit('mastodon-token');
    await fill(page, 'Server', mastodon.origin);
    await fill(page, 'Access token', mastodon.tokenFor('grace', SCOPES));
    await press('Connect');
    await waitForText(page, 'Post as another account?', 'has posted as @ada@');
    expect(await axeViolations(page)).toEqual([]);
    await press('Replace it');
    await waitForText(page, 'Posting as @grace@', 'Pause posting');
  });
});

describe('"Connect for posting" on Facebook', () => {
  it('asks which Page where there are several, and posts to the chosen one', async () => {
    meta.addPage('Ada Bakes');
    meta.addPage('Ada Paints');
    await accounts.insert({ platform: 'facebook', account_label: 'Studio' });
    await openAccounts('Studio Facebook');
    await press('Connect for posting: Studio');
    await waitForText(page, 'Manage everything on your Page', 'Extend Access Token', 'only people with a role');
    await expectFit('facebook-connect');
    const { value } = meta.userToken(FACEBOOK_SCOPES);
    await fill(page, 'Access token', value);
    await press('Connect');
    await waitForText(page, 'Which Page should this account post to?', 'Ada Bakes', 'Ada Paints');
    await expectFit('facebook-choice');
    await press('Ada Paints');
    await waitForText(page, 'Posting to Studio', 'Posting as Ada Paints', 'Left for now', '30 videos');
    expect(await pageText(page)).not.toContain(value);
  });
});
