import type { Page } from 'puppeteer';
import { afterAll, beforeAll } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { startTestAgent, type TestAgent } from './agent.ts';
import { openBrowser, type TestBrowser } from './browser.ts';
import { openSignedIn } from './signed-in-page.ts';

/**
 * One signed-in page of an agent of its own, which a file's tests share; no screen is open on it yet. Called once at the
 * top of a file.
 */
export function sharedPage() {
  let agent: TestAgent;
  let browser: TestBrowser;
  let member: Client;
  let page: Page;

  beforeAll(async () => {
    [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
    const account = await agent.addMember();
    member = agent.supabase(await agent.signIn(account.email, account.password));
    // An address that runs no code of ours: nothing is asked for before the first test.
    page = await openSignedIn(browser, agent, account, '/icon.svg');
  });
  afterAll(async () => {
    await Promise.all([agent?.close(), browser?.close()]);
  });

  return {
    get agent() {
      return agent;
    },
    /** A client of the account's own, beside the page's. */
    get member() {
      return member;
    },
    get page() {
      return page;
    },
  };
}
