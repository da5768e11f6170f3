import type { Page } from 'puppeteer';
import { afterAll, beforeAll } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { startTestAgent, type TestAgent } from './agent.ts';
import { byRole, openBrowser, type TestBrowser } from './browser.ts';
import { watchFaults } from './console-watch.ts';
import { openSignedIn } from './signed-in-page.ts';

/**
 * One signed-in page of an agent of its own, which a file's tests share; no screen is open on it yet. `start` starts
 * another agent than the usual one. Called once at the top of a file.
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
    // An address that runs no code of ours: nothing is asked for before the first test.
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
    /** A client of the account's own, beside the page's. */
    get member() {
      return member;
    },
    get page() {
      return page;
    },
    /** What has gone wrong on the page so far, a line each. */
    get faults() {
      return faults;
    },
    goTo: (path: string) => page.goto(new URL(path, agent.url).href),
    press: (name: string) => byRole(page, 'button', name).click(),
  };
}
