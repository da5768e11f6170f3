import type { Page } from 'puppeteer';
import type { TestAgent } from './agent.ts';
import type { PageOptions, TestBrowser } from './browser.ts';

/** The local storage key under which supabase-js stores the session of a backend on 127.0.0.1. */
const SESSION_KEY = 'sb-127-auth-token';

/**
 * A page in its own context at `path`, signed in with a new session that was put into its local storage: equivalent to
 * the form, but without its delay and its welcome. Without an account it is not signed in.
 */
export async function openSignedIn(
  browser: TestBrowser,
  agent: TestAgent,
  account: { email: string; password: string } | null,
  path = '/',
  options?: PageOptions,
): Promise<Page> {
  const page = await browser.newPage(options);
  // A file of the same origin that runs none of our code.
  await page.goto(new URL('/icon.svg', agent.url).href);
  if (account) await putSession(page, agent, account);
  await page.goto(new URL(path, agent.url).href);
  return page;
}

/** Signs in and puts the session into the local storage of a page on the agent's origin. */
export async function putSession(page: Page, agent: TestAgent, account: { email: string; password: string }) {
  const { data, error } = await agent.supabase().auth.signInWithPassword(account);
  if (error) throw error;
  await page.evaluate((key, session) => localStorage.setItem(key, session), SESSION_KEY, JSON.stringify(data.session));
}
