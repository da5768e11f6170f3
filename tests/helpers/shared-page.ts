import type { Page } from 'puppeteer';
import { afterAll, beforeAll } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { startTestAgent, type TestAgent } from './agent.ts';
import { byRole, openBrowser, type TestBrowser } from './browser.ts';
import { watchFaults } from './console-watch.ts';
import { openSignedIn } from './signed-in-page.ts';

/**
 * One signed-in page of a separate agent, shared by a file's tests; no screen is open on it yet. `start` starts an
 * agent other than the usual one. Called once at the top of a file.
 */
export function sharedPage(start: () => Promise<TestAgent> = () => startTestAgent()) {
  let agent: TestAgent;
  let browser: TestBrowser;
  let account: { email: string; password: string };
  let member: Client;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    [agent, browser] = await Promise.all([start(), openBrowser()]);
    account = await agent.addMember();
    member = agent.supabase(await agent.signIn(account.email, account.password));
    // A URL that runs none of our code, so that no requests are made before the first test.
    page = await openSignedIn(browser, agent, account, '/icon.svg');
    faults = watchFaults(page);
  });
  afterAll(async () => {
    await Promise.all([agent?.close(), browser?.close()]);
  });

  return {
    get agent() {
      return agent;
    },
    get browser() {
      return browser;
    },
    get account() {
      return account;
    },
    /** A separate client of the account, besides the page's. */
    get member() {
      return member;
    },
    get page() {
      return page;
    },
    /** What has gone wrong on the page so far, one line each. */
    get faults() {
      return faults;
    },
    goTo: (path: string) => page.goto(new URL(path, agent.url).href),
    press: (name: string) => byRole(page, 'button', name).click(),
  };
}
