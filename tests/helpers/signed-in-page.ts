import type { Page } from 'puppeteer';
import type { TestAgent } from './agent.ts';
import type { PageOptions, TestBrowser } from './browser.ts';

/** Where supabase-js keeps the session of a backend on 127.0.0.1 in local storage. */
const SESSION_KEY = 'sb-127-auth-token';

/**
 * A page in a context of its own at `path`, signed in with a session of its own that was put into its local storage: as
 * good as the form, without its seconds and its welcome. Without an account nobody is signed in.
 */
export async function openSignedIn(
  browser: TestBrowser,
  agent: TestAgent,
  account: { email: string; password: string } | null,
  path = '/',
  options?: PageOptions,
): Promise<Page> {
  const page = await browser.newPage(options);
  // A file of the same origin that runs no code of ours.
  await page.goto(new URL('/icon.svg', agent.url).href);
  if (account) await putSession(page, agent, account);
  await page.goto(new URL(path, agent.url).href);
  return page;
}

/** Signs in and puts the session into the local storage of a page that is at the agent. */
export async function putSession(page: Page, agent: TestAgent, account: { email: string; password: string }) {
  const { data, error } = await agent.supabase().auth.signInWithPassword(account);
  if (error) throw error;
  await page.evaluate((key, session) => localStorage.setItem(key, session), SESSION_KEY, JSON.stringify(data.session));
}
