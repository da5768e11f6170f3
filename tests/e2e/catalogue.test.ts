import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { openBrowser, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { fastClock } from '../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../helpers/instagram/imitation.ts';
import { NOTICES } from '../helpers/notices.ts';
import { type ReusablePage, reusablePage } from '../helpers/reusable-page.ts';
import { CATALOGUE_ROWS } from './catalogue/rows.ts';

let instagram: Instagram;
let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;
let reusable: ReusablePage;
let logged: string[];

beforeAll(async () => {
  instagram = await startInstagram();
  const options = { instagramUrl: instagram.origin };
  [agent, browser] = await Promise.all([startTestAgent(options, { warmup: { clock: fastClock() } }), openBrowser()]);
  account = await agent.addMember();
  reusable = reusablePage(browser, agent);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), instagram?.close()]);
});
beforeEach(async () => {
  // A file of ours that runs no code: most rows go to a screen of their own.
  page = await reusable.open(account, '/icon.svg');
  logged = [];
  page.on('console', (message) => logged.push(message.text()));
});
afterEach(async () => {
  await reusable.empty();
  instagram.reset();
});

describe('the error catalogue (§8)', () => {
  for (const { area, situation, shown, logged: line, provoke } of CATALOGUE_ROWS) {
    it(`${area}, ${situation}: ${shown.join(' / ') || 'nothing shown'}`, async () => {
      await provoke({ agent, page, account, instagram });
      await waitForText(page, ...shown);
      if (shown.length === 0)
        expect(await page.$$eval(NOTICES, (all) => all.map((toast) => toast.textContent))).toEqual([]);
      if (line) expect(logged.join('\n')).toContain(line);
    });
  }
});
