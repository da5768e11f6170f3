import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page as WindowPage } from '../../server/browser/puppeteer.ts';
import { FACEBOOK_SCOPES } from '../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../server/features/publishing/platforms/instagram/account.ts';
import { recognise } from '../../shared/platforms/recognise.ts';
import { platformOf } from '../../shared/posts/platforms.ts';
import { accountsTable } from '../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { byRole, fill, openBrowser, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { type ConsoleSite, pressOn, startConsoles } from '../helpers/console-pages.ts';
import { CONSOLE_WALKS, type ConsoleWalk, pagesOfWalks } from '../helpers/console-walks.ts';
import { type DiscordServer, startDiscordServer } from '../helpers/discord/imitation.ts';
import { type LinkedInServer, startLinkedInServer } from '../helpers/linkedin/imitation.ts';
import { type MetaServer, startMetaServer } from '../helpers/meta/imitation.ts';
import { type PinterestServer, startPinterest } from '../helpers/pinterest/imitation.ts';
import { APP as PINTEREST_APP } from '../helpers/pinterest/pinterest-oauth.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';
import { startTelegramServer, type TelegramServer } from '../helpers/telegram/imitation.ts';
import { startThreadsServer, type ThreadsServer } from '../helpers/threads/imitation.ts';
import { startTikTok, type TikTokServer } from '../helpers/tiktok/imitation.ts';
import { APP } from '../helpers/tiktok/tiktok-oauth.ts';
import { startXServer, type XServer } from '../helpers/x/imitation.ts';
import { CLIENT } from '../helpers/youtube/google-oauth.ts';
import { startYouTube, type YouTubeServer } from '../helpers/youtube/imitation.ts';

/**
 * From "Connect for posting" to connected, by hand and guided, in a browser against imitations of the consoles and APIs.
 * The counts are those of the table in docs/guide/connecting.md.
 */

let linkedin: LinkedInServer;
let meta: MetaServer;
let x: XServer;
let youtube: YouTubeServer;
let tiktok: TikTokServer;
let threads: ThreadsServer;
let telegram: TelegramServer;
let discord: DiscordServer;
let pinterest: PinterestServer;
let consoles: ConsoleSite;
let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
/** The page of the window at a console. */
let shown: WindowPage | null = null;

type Mode = 'by hand' | 'guided';
/** Clicks, fields that are filled in or pasted into, and steps that are read. */
type Count = { clicks: number; fields: number; steps: number };

/**
 * Card, Moran and Newell, The Keystroke-Level Model (1980): to point and click 1.3 s, to paste 0.6 s, to find out what
 * is next 1.35 s. A field is counted as one paste. Reading, typing and waiting for pages are not in it.
 */
const secondsOf = ({ clicks, fields, steps }: Count) => Math.round(clicks * 1.3 + fields * 0.6 + steps * 1.35);

const table = () => readFileSync(join(import.meta.dirname, '../../docs/guide/connecting.md'), 'utf8');

describe('connecting', () => {
  beforeAll(async () => {
    [linkedin, meta, x, youtube, tiktok, threads, telegram, discord, pinterest, consoles] = await Promise.all([
      startLinkedInServer(),
      startMetaServer(),
      startXServer(),
      startYouTube(),
      startTikTok(),
      startThreadsServer(),
      startTelegramServer(),
      startDiscordServer(),
      startPinterest(),
      startConsoles(pagesOfWalks()),
    ]);
    const { origin, site, tokenOrigin } = youtube.api;
    const platformApis = {
      linkedin: { origin: linkedin.origin },
      facebook: { origin: meta.origin },
      twitter: { origin: x.origin },
      youtube_shorts: { origin, site, tokenOrigin },
      tiktok: { origin: tiktok.api.origin, site: tiktok.api.site },
      threads: { origin: threads.origin },
      telegram: { origin: telegram.origin },
      discord: { origin: discord.origin },
      pinterest: pinterest.api,
    };
    const person = (page: WindowPage) => {
      shown = page;
      page.setDefaultTimeout(10_000);
    };
    const page = meta.addPage('Ada Bakes', { igId: '17' });
    meta.world.professionals.push({
      id: page.igId ?? '',
      username: 'ada',
    } as (typeof meta.world.professionals)[number]);
    [agent, browser] = await Promise.all([
      startTestAgent({ platformApis }, { person, consoleSite: consoles.origin }),
      openBrowser(),
    ]);
    pinterest.world.accounts.callback = `http://localhost:${new URL(agent.url).port}/api/channels/return`;
    account = await agent.addMember();
  });
  afterAll(() =>
    Promise.all(
      [agent, browser, linkedin, meta, x, youtube, tiktok, threads, telegram, discord, pinterest, consoles].map((one) =>
        one?.close(),
      ),
    ),
  );

  /** What the console shows, by field. A token of the Explorer ends soon unless it was extended. */
  const shownValue = (name: string, { platform }: ConsoleWalk, isExtended: boolean): string => {
    const { app } = meta.world;
    const values: Record<string, Record<string, () => string>> = {
      twitter: Object.fromEntries(Object.entries(X_KEYS).map(([key, value]) => [key, () => value])),
      linkedin: { accessToken: () => linkedin.addMember('Ada').token },
      facebook: {
        appId: () => app.id,
        appSecret: () => app.secret,
        accessToken: () => meta.userToken(FACEBOOK_SCOPES, isExtended ? undefined : 3600).value,
      },
      instagram: { accessToken: () => meta.userToken(LINKED_SCOPES, isExtended ? undefined : 3600).value },
      youtube_shorts: { clientId: () => CLIENT.id, clientSecret: () => CLIENT.secret },
      tiktok: { clientKey: () => APP.key, clientSecret: () => APP.secret },
      threads: { accessToken: () => threads.addProfile('ada').token.value },
      telegram: {
        botToken: () => {
          telegram.world.channels.splice(0);
          return telegram.addBot('ada_bot').token;
        },
        channel: () =>
          `@${telegram.addChannel('Ada bakes', telegram.world.bots.at(-1) ?? telegram.addBot('b_bot')).username}`,
      },
      discord: { webhook: webhookAddress },
      pinterest: { appId: () => PINTEREST_APP.id, appSecret: () => PINTEREST_APP.secret },
    };
    const value = values[platform]?.[name]?.();
    if (!value) throw new Error(`The console of ${platform} shows no ${name}.`);
    return value;
  };

  function webhookAddress(): string {
    const webhook = discord.addWebhook('Ada');
    // Texts of more than 100 characters are not typed by Puppeteer, but put where React does not see them.
    webhook.token = webhook.token.slice(0, 40);
    return `https://discord.com/api/webhooks/${webhook.id}/${webhook.token}`;
  }

  async function walk(given: ConsoleWalk, mode: Mode): Promise<Count> {
    const count: Count = { clicks: 0, fields: 0, steps: 0 };
    const { platform, steps } = given;
    const accounts = accountsTable(agent.admin);
    await accounts.clear();
    await accounts.insert({ platform, account_label: 'Ada' });
    shown = null;
    const ui = await openSignedIn(browser, agent, account, '/accounts');
    const { ways } = (await platformOf(platform).guide()).guide;
    const way = ways.find(({ label }) => label === given.way) ?? ways[0];
    const isWindow = mode === 'guided' && !way.usesOwnBrowser && platformOf(platform).effort.isTechnical === true;
    const tab = isWindow ? null : await browser.newPage();
    tab?.setDefaultTimeout(10_000);
    const click = async (name: string | RegExp, page: Page = ui) => {
      count.clicks += 1;
      await byRole(page, 'button', String(name)).click();
    };
    const stepText = async () => (await ui.$eval('[data-step]', (step) => step.textContent)) ?? '';
    /** Between tabs of one window the person has to switch; windows stand beside each other. */
    let isAtConsole = false;
    const switchTo = (isConsole: boolean) => {
      if (tab && isAtConsole !== isConsole) count.clicks += 1;
      isAtConsole = isConsole;
    };
    const onConsole = async () => (tab ?? shown) as Page;
    const copied: Record<string, string> = {};
    const isConnected = () => ui.evaluate(() => document.body.textContent.includes('Posting to Ada'));

    await click('Connect for posting: Ada');
    await waitForText(ui, 'Step 1 of');
    if (given.way) await click(given.way);
    if (isWindow) {
      await click('Guide me');
      await waitForText(ui, 'The window is at');
    }
    for (const [index, { at, do: actions }] of steps.entries()) {
      if (await isConnected()) break;
      count.steps += 1;
      if (actions.length === 0) continue;
      const step = way.steps[index];
      const number = `Step ${index + 1} of`;
      // The panel follows the window's page.
      if (isWindow)
        await ui
          .waitForFunction((text) => document.body.textContent.includes(text), { timeout: 3_000 }, number)
          .catch(() => null);
      if (!(await stepText()).includes(number)) {
        switchTo(false);
        await click('Next');
        await waitForText(ui, number);
      }
      if (!isWindow && (step?.url || tab?.url() === 'about:blank')) {
        switchTo(false);
        count.clicks += 1;
        isAtConsole = true;
        await tab?.goto(`${consoles.origin}/${at}`);
      }
      if (isWindow) {
        await expect.poll(() => shown?.url().includes(at), { timeout: 15_000 }).toBe(true);
        await (await onConsole()).waitForFunction(() => document.readyState === 'complete');
      }
      for (const written of actions) {
        const action = written.replace(/^guided /, '');
        if (action !== written && !isWindow) continue;
        const [, verb, name = '', to] = /^(\w+) ([^>]+?)(?: > (.+))?$/.exec(action) ?? [];
        const page = await onConsole();
        if (verb === 'paste') {
          switchTo(false);
          count.clicks += 1;
        }
        switchTo(true);
        count.clicks += 1;
        if (verb === 'press') {
          await page.waitForSelector(`::-p-text(${name})`);
          if (to) await pressOn(page as WindowPage, name);
          else await page.click(`::-p-text(${name})`);
        } else if (verb === 'copy') {
          copied[name] = shownValue(name, given, at.includes('debug'));
          const isReplaced = steps.slice(index + 1).some((later) => later.do.includes(action));
          if (isWindow || !isReplaced) await takeOver(name);
        } else {
          count.fields += 1;
          await page.type('input', name);
        }
      }
    }

    /** By hand each value is brought to its field at the last step; guided it is pasted into the panel. */
    async function takeOver(name: string) {
      const value = copied[name] ?? '';
      if (!isTaken(name)) return;
      switchTo(false);
      count.clicks += 1;
      count.fields += 1;
      if (mode === 'by hand') return;
      await ui.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text', text);
        const paste = { clipboardData: data, bubbles: true, cancelable: true };
        document.querySelector('[data-step]')?.dispatchEvent(new ClipboardEvent('paste', paste));
      }, value);
      // A value that is all is connected with at once.
      await ui.waitForFunction(() => /Taken:|Posting to Ada/.test(document.body.textContent));
      await ui.waitForNetworkIdle({ idleTime: 300 });
    }
    // A token that was extended replaces the short one.
    function isTaken(name: string) {
      return recognise(way, copied[name] ?? '').kind === 'values';
    }

    switchTo(false);
    // Where nothing is left to be chosen, the last value begins the log-in.
    const isBegun = await ui.evaluate(() => document.body.textContent.includes('Waiting for you'));
    if (isBegun) count.steps += 1;
    else if (!(await isConnected())) {
      count.steps += 1;
      const last = `Step ${way.steps.length} of`;
      while (!(await stepText()).includes(last)) {
        await click('Next');
        await ui.waitForNetworkIdle({ idleTime: 100 });
      }
      if (mode === 'by hand')
        for (const { name, label } of way.fields) if (copied[name]) await fill(ui, label, copied[name]);
      await click(way.kind === 'sign-in' ? 'Continue' : 'Connect');
    }
    if (way.kind === 'sign-in') {
      await waitForText(ui, 'Waiting for you');
      const url = await ui.$eval('[role=dialog] a[href*="state="]', (link) => (link as HTMLAnchorElement).href);
      count.clicks += 2;
      const server = platform === 'pinterest' ? pinterest : platform === 'tiktok' ? tiktok : youtube;
      await fetch(await server.decide(url, 'allow'));
    }
    await waitForText(ui, 'Posting to Ada');
    await ui.close();
    await tab?.close();
    return count;
  }

  it.each(CONSOLE_WALKS)('of $label takes as many clicks as the table says', async (given) => {
    if (given.platform === 'twitter') x.addUser('ada', { keys: X_KEYS });
    const byHand = await walk(given, 'by hand');
    const guided = await walk(given, 'guided');
    const cells = [byHand, guided].flatMap((one) => [one.clicks, one.fields, secondsOf(one)]);
    const row = [given.label, ...cells];
    const rows = table()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .filter(Boolean),
      );
    expect(rows.find(([name, ...rest]) => name === given.label && rest.length === cells.length)).toEqual(
      row.map(String),
    );
  });
});

const sign = (text: string, length: number) => text.repeat(length);
const X_KEYS = {
  apiKey: sign('k', 25),
  apiSecret: sign('s', 50),
  accessToken: `17-${sign('t', 40)}`,
  accessTokenSecret: sign('u', 45),
};
