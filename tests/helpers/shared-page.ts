import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { startTestAgent, type TestAgent } from './agent.ts';
import { openBrowser, type TestBrowser } from './browser.ts';
import { type Fault, failRequests, holdRequests } from './request-faults.ts';
import { openSignedIn } from './signed-in-page.ts';

/**
 * One signed-in page of an agent of its own, which a file's tests share; no screen is open on it yet. A fault that a
 * test began ends with the test at the latest. Called once at the top of a file.
 */
export function sharedPage() {
  let agent: TestAgent;
  let browser: TestBrowser;
  let account: { email: string; password: string };
  let member: Client;
  let page: Page;
  let endFault: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
    account = await agent.addMember();
    member = agent.supabase(await agent.signIn(account.email, account.password));
    // An address that runs no code of ours: nothing is asked for before the first test.
    page = await openSignedIn(browser, agent, account, '/icon.svg');
  });
  afterAll(async () => {
    await Promise.all([agent?.close(), browser?.close()]);
  });
  afterEach(letGo);

  /** Ends the fault that `fail` or `hold` began. */
  async function letGo() {
    await endFault?.();
    endFault = undefined;
  }

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
    /** From now on the page's requests that match ("GET https://...") fail like this. */
    async fail(match: RegExp, fault: Fault) {
      endFault = await failRequests(page, match, fault);
    },
    /** From now on the page's requests that match wait until `letGo`. */
    async hold(match: RegExp) {
      endFault = await holdRequests(page, match);
    },
    letGo,
  };
}
