import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setupLinkSchema } from '../../shared/agent/agent-api.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  fill,
  openBrowser,
  signIn,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests, holdRequests } from '../helpers/request-faults.ts';
import { type ReusablePage, reusablePage } from '../helpers/reusable-page.ts';

const ACCOUNT = { email: 'me@example.com', password: 'correct horse' };

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let reusable: ReusablePage;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  reusable = reusablePage(browser, agent);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  // A file of ours that runs no code.
  page = await reusable.open(null, '/icon.svg');
});
afterEach(() => reusable.empty());

const open = (path: string) => page.goto(new URL(path, agent.url).href);

async function setupPath(): Promise<string> {
  const response = await agent.call('/api/setup/link', { body: {} });
  const { pathname, hash } = new URL(setupLinkSchema.parse(await response.json()).link);
  return pathname + hash;
}

async function enterNewAccount(password: string, repeated = password) {
  await fill(page, 'Email', ACCOUNT.email);
  await fill(page, 'Password', password);
  await fill(page, 'Repeat password', repeated);
  await byRole(page, 'button', 'Create account').click();
}

describe('the first account', () => {
  it('asks for the set-up link when the page was opened without it', async () => {
    await open('/');
    await waitForText(page, 'This workspace has no account yet', 'Open the set-up link from your terminal');
    expect(await axeViolations(page)).toEqual([]);
  });

  it('says what is wrong with a link that is not good, and creates nothing', async () => {
    await open('/auth#setup=not-the-token');
    await enterNewAccount(ACCOUNT.password);
    await waitForText(page, 'Account not created');
    expect(await (await agent.call('/api/setup', { token: null })).json()).toEqual({ needed: true });
  });

  it('takes the token out of the address at once, and keeps it out of the history', async () => {
    await open(await setupPath());
    await waitForText(page, 'Create your account');
    await waitForPath(page, '/auth');
    const entries = await page.evaluate(() => history.length);
    expect(entries).toBeLessThanOrEqual(2);
  });

  it('asks for an address, a password of 6 characters, and the same one again', async () => {
    await open(await setupPath());
    await waitForText(page, 'Create your account');
    await byRole(page, 'button', 'Create account').click();
    await waitForText(page, 'Enter your e-mail address, such as you@example.com.', 'Enter at least 6 characters.');
    await enterNewAccount('short', 'other');
    await waitForText(page, 'Enter at least 6 characters.', 'The passwords do not match.');
    expect(await axeViolations(page)).toEqual([]);
  });

  it('shows the password on request', async () => {
    await open(await setupPath());
    await fill(page, 'Password', ACCOUNT.password);
    await byRole(page, 'button', 'Show password').click();
    expect(await page.$eval('input[name="password"]', (input) => input.type)).toBe('text');
  });

  it('is made and signed in', async () => {
    await open(await setupPath());
    await enterNewAccount(ACCOUNT.password);
    await waitForPath(page, '/');
    await waitForText(page, 'Your account is ready', 'Welcome to Local Agent');
  });

  it('is made once: afterwards the link leads to sign-in', async () => {
    await open('/auth#setup=whatever');
    await waitForText(page, 'Local Agent', 'Sign in to your account');
    await waitForPath(page, '/auth');
  });
});

describe('signing in', () => {
  it('says "Loading..." while the session is checked, then goes to /auth in this history entry', async () => {
    const release = await holdRequests(page, /config\.json/);
    await open('/scheduler');
    await waitForText(page, 'Loading...');
    await release();
    await waitForText(page, 'Sign in to your account');
    await waitForPath(page, '/auth');
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    expect(await page.title()).toBe('Sign in · Local Agent');
  });

  it('welcomes back and goes to /, keeping the session over a reload', async () => {
    await signIn(page, agent.url, ACCOUNT);
    await waitForText(page, 'Welcome back!', 'Successfully logged in', 'Welcome to Local Agent');
    await page.reload();
    await waitForText(page, 'Welcome to Local Agent');
    expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('auth-token')))).toBe(true);
  });

  it('goes on to the page first asked for', async () => {
    await signIn(page, agent.url, ACCOUNT, '/templates');
    await waitForText(page, 'Content Style Templates');
  });

  it('leaves /auth when there is a session already', async () => {
    await signIn(page, agent.url, ACCOUNT);
    await open('/auth');
    await waitForPath(page, '/');
  });

  it('reads "Please wait..." meanwhile', async () => {
    await open('/auth');
    await fill(page, 'Email', ACCOUNT.email);
    await fill(page, 'Password', ACCOUNT.password);
    const release = await holdRequests(page, /POST .*\/auth\/v1\/token/);
    await byRole(page, 'button', 'Sign In').click();
    await waitForText(page, 'Please wait...');
    expect(await page.$eval('button[type="submit"]', (button) => button.disabled)).toBe(true);
    await release();
    await waitForPath(page, '/');
  });

  it('asks for an address and a password of at least 6 characters before it sends anything', async () => {
    await open('/auth');
    const end = await failRequests(page, /\/auth\/v1\/token/, { status: 500, body: { message: 'It was sent.' } });
    await fill(page, 'Password', '12345');
    await byRole(page, 'button', 'Sign In').click();
    await waitForText(page, 'Enter your e-mail address', 'Enter at least 6 characters.');
    expect(await page.$eval('input[name="email"]', (input) => document.activeElement === input)).toBe(true);
    await end();
  });

  it('says "Login failed" when nothing answers', async () => {
    await open('/auth');
    await fill(page, 'Email', ACCOUNT.email);
    await fill(page, 'Password', ACCOUNT.password);
    await failRequests(page, /\/auth\/v1\/token/, 'no connection');
    await byRole(page, 'button', 'Sign In').click();
    await waitForText(page, 'Login failed', 'The backend could not be reached.');
  });
});

describe('signing out', () => {
  it('says so, goes to /auth and forgets the session; the next sign-in starts at /', async () => {
    await signIn(page, agent.url, ACCOUNT, '/settings');
    await byRole(page, 'button', 'Logout').click();
    await waitForText(page, 'Signed out', 'Successfully logged out');
    await waitForPath(page, '/auth');
    await fill(page, 'Email', ACCOUNT.email);
    await fill(page, 'Password', ACCOUNT.password);
    await byRole(page, 'button', 'Sign In').click();
    await waitForPath(page, '/');
  });

  it('in one tab signs out the others', async () => {
    await signIn(page, agent.url, ACCOUNT);
    const other = await page.browserContext().newPage();
    await other.goto(new URL('/accounts', agent.url).href);
    await waitForText(other, 'Social Media Accounts');
    await page.bringToFront();
    await byRole(page, 'button', 'Logout').click();
    await waitForPath(other, '/auth');
  });
});
