import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../../../server/browser/puppeteer.ts';
import { readSession, sessionFile } from '../../../../server/browser/sessions.ts';
import {
  accountCheckPath,
  accountCookiesPath,
  accountLoginCancelPath,
  accountLoginPath,
  accountSessionPath,
  type LoginState,
  type SessionState,
} from '../../../../shared/account-session.ts';
import { accountPath } from '../../../../shared/accounts.ts';
import type { SocialAccountsRow } from '../../../../shared/database.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { type Instagram, startInstagram } from '../../../helpers/instagram/imitation.ts';
import { PASSWORD } from '../../../helpers/instagram/log-in.ts';
import { ONE_TIME_CODE } from '../../../helpers/instagram/switches.ts';

let instagram: Instagram;
let agent: TestAgent;
let accounts: ReturnType<typeof accountsTable>;
let account: SocialAccountsRow;
let log = '';
/** What the person does at the next log-in window. */
let person: (page: Page) => Promise<unknown>;

const write = (line: string) => {
  log += line;
};

beforeAll(async () => {
  instagram = await startInstagram();
  agent = await startTestAgent(
    { instagramUrl: instagram.origin, logLevel: 'debug' },
    { person: (page) => void person(page), logStream: { write } },
  );
  accounts = accountsTable(agent.admin);
});
beforeEach(async () => {
  account = await accounts.insert({ warmup_held_reason: 'challenge' });
});
afterEach(async () => {
  await ask(accountLoginCancelPath(account.id));
  instagram.reset();
  await accounts.clear();
  expect(await browsersHere()).toEqual([]);
  expect(log).not.toMatch(/sessionid=|%3A[0-9a-f]{12}/);
  expect(log).not.toContain(ONE_TIME_CODE);
});
afterAll(async () => {
  await agent?.close();
  await instagram?.close();
});

async function ask<T>(path: string, method = 'POST', body?: unknown): Promise<{ status: number; answer: T }> {
  const response = await agent.call(path, { method, ...(body !== undefined && { body }) });
  const text = await response.text();
  return { status: response.status, answer: text ? JSON.parse(text) : undefined };
}

const importCookies = (cookies: unknown, id = account.id) =>
  ask<SessionState & { error?: string }>(accountCookiesPath(id), 'POST', {
    cookies: typeof cookies === 'string' ? cookies : JSON.stringify(cookies),
  });
/** The browsers (not their helpers) that work on profiles of this agent. */
async function browsersHere(): Promise<string[]> {
  const lines = await processesOn(join(agent.dataDir, 'profiles'));
  return lines
    .filter((line) => !line.includes('--type='))
    .map((line) => /profiles\/(\S+)\/browser/.exec(line)?.[1] ?? line);
}

/** Everything that accounts have on this machine. */
async function filesHere(): Promise<string[]> {
  const folders = ['sessions', 'profiles'].map((name) => join(agent.dataDir, name));
  const lists = folders.map((folder) => readdir(folder, { recursive: true }).catch(() => []));
  return (await Promise.all(lists)).flat().sort();
}

const check = (id = account.id) => ask<SessionState>(accountCheckPath(id));
const rowNow = async () => (await accounts.all()).find(({ id }) => id === account.id);

/** As Cookie-Editor exports it from the imitation. */
function exported(value: string, change: object = {}) {
  return [
    {
      domain: '127.0.0.1',
      hostOnly: true,
      httpOnly: true,
      name: 'sessionid',
      path: '/',
      sameSite: 'no_restriction',
      secure: true,
      session: false,
      expirationDate: Date.now() / 1000 + 86_400.5,
      storeId: null,
      value,
      ...change,
    },
    { domain: '127.0.0.1', hostOnly: true, name: 'mid', path: '/', sameSite: null, session: true, value: 'Zx"y' },
    { domain: '.example.com', hostOnly: false, name: 'other', path: '/', sameSite: 'lax', session: true, value: '1' },
  ];
}

async function untilOver(id = account.id): Promise<LoginState> {
  for (;;) {
    const { answer } = await ask<LoginState>(accountLoginPath(id), 'GET');
    if (answer.state !== 'open') return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function typeInto(page: Page, password: string): Promise<void> {
  await page.locator('input[name=username]').fill('somebody');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

describe('a log-in window', () => {
  it('sees the person log in, keeps the session here and closes itself', async () => {
    instagram.set({ twoFactor: true });
    const codeAsked = deferred();
    person = async (page) => {
      await typeInto(page, 'wrong');
      await page.locator('::-p-xpath(//*[@role="alert" and text()])').wait();
      await typeInto(page, PASSWORD);
      await page.locator('input[name=verificationCode]').wait();
      codeAsked.resolve();
      await page.locator('input[name=verificationCode]').fill('123456');
      await page.locator('button[type=submit]').click();
    };
    expect(await ask(accountLoginPath(account.id))).toEqual({ status: 202, answer: { state: 'open' } });
    await codeAsked.promise;
    expect(await untilOver()).toEqual({ state: 'done' });
    expect(await rowNow()).toMatchObject({ is_logged_in: true, warmup_held_reason: null });
    expect((await readSession(agent.dataDir, account.id))?.map(({ name }) => name)).toContain('sessionid');
    expect((await stat(sessionFile(agent.dataDir, account.id))).mode & 0o777).toBe(0o600);
    expect((await check()).answer).toEqual({ loggedIn: true, reason: null });
  });

  it('is open once, refuses other work on the account, and can be cancelled', async () => {
    person = async () => undefined;
    expect((await ask<LoginState>(accountLoginPath(account.id))).answer.state).toBe('open');
    expect((await ask<LoginState>(accountLoginPath(account.id))).answer.state).toBe('open');
    expect(await browsersHere()).toEqual([account.id]);
    expect((await importCookies(exported(instagram.issue()))).status).toBe(409);
    expect((await ask(accountSessionPath(account.id), 'DELETE')).status).toBe(204);
    expect((await ask<LoginState>(accountLoginPath(account.id), 'GET')).answer).toEqual({ state: 'none' });

    expect((await ask<LoginState>(accountLoginPath(account.id))).answer.state).toBe('open');
    expect((await ask(accountLoginCancelPath(account.id))).answer).toEqual({ state: 'none' });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
  });

  it('says so when the person closes it', async () => {
    person = (page) => page.close();
    await ask(accountLoginPath(account.id));
    expect(await untilOver()).toMatchObject({ state: 'failed', error: expect.stringContaining('closed before') });
    expect(await readSession(agent.dataDir, account.id)).toBeNull();
  });

  it('says so when the site cannot be opened', async () => {
    instagram.set({ offline: true });
    const { answer } = await ask<LoginState>(accountLoginPath(account.id));
    expect(answer).toMatchObject({ state: 'failed', error: expect.stringContaining('could not be opened') });
  });

  it('closes at once for a session that still holds', async () => {
    await importCookies(exported(instagram.issue()));
    person = async () => undefined;
    await ask(accountLoginPath(account.id));
    expect(await untilOver()).toEqual({ state: 'done' });
  });
});

describe('an import of cookies', () => {
  it('takes those of the platform, and the account is logged in', async () => {
    instagram.set({ onetap: true, dialogs: ['cookies', 'notifications'], layout: 'bar', language: 'de' });
    const { status, answer } = await importCookies(exported(instagram.issue()));
    expect({ status, answer }).toEqual({ status: 200, answer: { loggedIn: true, reason: null, cookies: 2 } });
    expect(await rowNow()).toMatchObject({ is_logged_in: true, warmup_held_reason: null });
    const saved = await readSession(agent.dataDir, account.id);
    expect(saved?.find(({ name }) => name === 'mid')).toMatchObject({ value: 'Zx"y' });
    expect(saved?.some(({ domain }) => domain.includes('example'))).toBe(false);
    expect(instagram.changes()).toEqual([]);
  });

  it('changes nothing when the platform does not take them', async () => {
    await importCookies(exported(instagram.issue()));
    const before = await readSession(agent.dataDir, account.id);
    const { status, answer } = await importCookies(exported('123%3Aforged'));
    expect({ status, error: answer.error }).toEqual({
      status: 400,
      error: expect.stringMatching(/not imported.*log-in/),
    });
    instagram.set({ offline: true });
    expect((await importCookies(exported(instagram.issue()))).status).toBe(503);
    expect(await readSession(agent.dataDir, account.id)).toEqual(before);
    instagram.set({ offline: false });
    expect((await check()).answer).toEqual({ loggedIn: true, reason: null });
  });

  it.each([
    ['what is no cookie file', 'hello', /no cookie file/],
    ['an export without a cookie', '[]', /no cookie in this file/],
    ['the cookies of another site', exported('x').slice(2), /example\.com, none of 127\.0\.0\.1/],
    ['cookies without a session', exported('x').slice(1), /sessionid is missing/],
    ['an expired session', exported('x', { expirationDate: 1_600_000_000 }), /has expired/],
    ['a cookie that no browser takes', exported('x', { path: 'no-path' }), /did not take.*sessionid/],
    ['nothing', '', /empty/],
  ])('refuses %s, and quotes no value', async (_what, cookies, error) => {
    const { status, answer } = await importCookies(cookies);
    expect({ status, error: answer.error }).toEqual({ status: 400, error: expect.stringMatching(error) });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
    expect(await readSession(agent.dataDir, account.id)).toBeNull();
  });
});

describe('a check', () => {
  it('follows the session in both directions', async () => {
    const session = instagram.issue();
    await importCookies(exported(session));
    instagram.set({ stop: { by: 'challenge', after: 0 } });
    expect((await check()).answer).toMatchObject({
      loggedIn: false,
      reason: expect.stringContaining('confirm that it'),
    });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
    instagram.set({ stop: null });
    expect((await check()).answer).toEqual({ loggedIn: true, reason: null });
    expect(await rowNow()).toMatchObject({ is_logged_in: true });
    instagram.forgetAll();
    expect((await check()).answer).toMatchObject({ loggedIn: false, reason: expect.stringContaining('Log in again') });
  });

  it('needs no browser for an account without a session', async () => {
    await accounts.change(account.id, { is_logged_in: true });
    const { answer } = await check();
    expect(answer).toMatchObject({ loggedIn: false, reason: expect.stringContaining('no session') });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
    expect(instagram.requests()).toEqual([]);
  });

  it('leaves the account as it is when the site cannot be opened', async () => {
    await importCookies(exported(instagram.issue()));
    instagram.set({ offline: true });
    expect((await check()).status).toBe(503);
    expect(await rowNow()).toMatchObject({ is_logged_in: true });
  });
});

describe('who asks for what', () => {
  it.each(['../x', '%2e%2e%2f', '..%2f..%2fetc', 'no-id', '00000000-0000-4000-8000-000000000000'])(
    'touches no file for %s',
    async (id) => {
      const before = await filesHere();
      const body = { cookies: JSON.stringify(exported('x')) };
      const calls = [
        agent.call(`/api/accounts/${id}/cookies`, { body }),
        agent.call(`/api/accounts/${id}/check`, { method: 'POST' }),
        agent.call(`/api/accounts/${id}/login`, { method: 'POST' }),
        agent.call(`/api/accounts/${id}`, { method: 'DELETE' }),
      ];
      for (const { status } of await Promise.all(calls)) expect([400, 404]).toContain(status);
      expect(await filesHere()).toEqual(before);
    },
  );

  it('asks for a token', async () => {
    const calls = [accountLoginPath, accountCheckPath, accountCookiesPath].map((path) =>
      agent.call(path(account.id), { method: 'POST', body: {}, token: null }),
    );
    for (const { status } of await Promise.all(calls)) expect(status).toBe(401);
  });

  it('removes an account with its session and profile', async () => {
    await importCookies(exported(instagram.issue()));
    expect((await ask(accountPath(account.id), 'DELETE')).status).toBe(204);
    expect(await readSession(agent.dataDir, account.id)).toBeNull();
    expect(await readdir(join(agent.dataDir, 'profiles'))).not.toContain(account.id);
    expect((await ask(accountPath(account.id), 'DELETE')).status).toBe(404);
  });
});

it('closes windows with the agent, in time', async () => {
  person = () => Promise.resolve();
  const other = await startTestAgent({ instagramUrl: instagram.origin }, { person });
  const { id } = await accountsTable(other.admin).insert();
  await other.call(accountLoginPath(id), { method: 'POST' });
  expect(await processesOn(id)).not.toEqual([]);
  const since = Date.now();
  await other.close();
  expect(Date.now() - since).toBeLessThan(5_000);
  expect(await processesOn(id)).toEqual([]);
});
