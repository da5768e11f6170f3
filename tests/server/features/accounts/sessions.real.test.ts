import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../server/browser/puppeteer.ts';
import type { LoginState } from '../../../../shared/accounts/account-session.ts';
import { accountSessions } from '../../../helpers/account-sessions.ts';
import {
  accountCheckPath,
  accountCookiesPath,
  accountLoginPath,
  accountSessionPath,
} from '../../../helpers/agent-paths.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { isFull } from '../../../helpers/depth.ts';
import { PASSWORD } from '../../../helpers/instagram/log-in.ts';
import { readSession, sessionFile, writeSession } from '../../../helpers/saved-sessions.ts';

const sessions = accountSessions();
const { ask, importCookies, filesHere, check, rowNow, exported, letPerson, browsersHere } = sessions;

/** As an import or a log-in leaves the account. */
async function signIn(): Promise<void> {
  const cookie = { name: 'sessionid', value: sessions.instagram.issue(), domain: '127.0.0.1', path: '/' };
  const expires = Date.now() / 1000 + 86_400;
  await writeSession(sessions.agent.dataDir, sessions.account.id, [
    { ...cookie, expires, secure: false, httpOnly: true },
  ]);
  await sessions.accounts.change(sessions.account.id, { is_logged_in: true });
}

describe('an import of cookies', () => {
  it('takes those of the platform, and the account is logged in', async () => {
    sessions.instagram.set({ onetap: true, dialogs: ['cookies', 'notifications'], layout: 'bar', language: 'de' });
    const { status, answer } = await importCookies(exported(sessions.instagram.issue()));
    expect({ status, answer }).toEqual({ status: 200, answer: { loggedIn: true, reason: null, cookies: 2 } });
    expect(await rowNow()).toMatchObject({ is_logged_in: true, warmup_held_reason: null });
    const saved = await readSession(sessions.agent.dataDir, sessions.account.id);
    expect(saved?.find(({ name }) => name === 'mid')).toMatchObject({ value: 'Zx"y' });
    expect(saved?.some(({ domain }) => domain.includes('example'))).toBe(false);
    expect(sessions.instagram.changes()).toEqual([]);
  });

  it('changes nothing when the platform does not take them', async () => {
    await signIn();
    const before = await readSession(sessions.agent.dataDir, sessions.account.id);
    const { status, answer } = await importCookies(exported('123%3Aforged'));
    expect({ status, error: answer.error }).toEqual({
      status: 400,
      error: expect.stringMatching(/not imported.*login/),
    });
    expect(await readSession(sessions.agent.dataDir, sessions.account.id)).toEqual(before);
    expect(await rowNow()).toMatchObject({ is_logged_in: true });
  });

  it.each([
    ['what is no cookie file', 'hello', /Unknown cookie format/],
    ['the cookies of another site', exported('x').slice(2), /example\.com, not 127\.0\.0\.1/],
  ])('refuses %s, and quotes no value', async (_what, cookies, error) => {
    const { status, answer } = await importCookies(cookies);
    expect({ status, error: answer.error }).toEqual({ status: 400, error: expect.stringMatching(error) });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
    expect(await readSession(sessions.agent.dataDir, sessions.account.id)).toBeNull();
  });

  // A browser has to be asked.
  it.runIf(isFull)('refuses a cookie that no browser takes, and quotes no value', async () => {
    const { status, answer } = await importCookies(exported('x', { path: 'no-path' }));
    expect(status).toBe(400);
    expect(answer.error).toMatch(/rejected the cookies.*sessionid/);
    expect(await readSession(sessions.agent.dataDir, sessions.account.id)).toBeNull();
  });
});

describe('a check', () => {
  it('follows the session in both directions, until the account is removed with it', async () => {
    await signIn();
    sessions.instagram.set({ stop: { by: 'challenge', after: 0 } });
    expect((await check()).answer).toMatchObject({
      loggedIn: false,
      reason: expect.stringContaining('make sure it’s you'),
    });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
    sessions.instagram.set({ stop: null });
    expect((await check()).answer).toEqual({ loggedIn: true, reason: null });
    expect(await rowNow()).toMatchObject({ is_logged_in: true });
    expect((await ask(`/api/accounts/${sessions.account.id}`, 'DELETE')).status).toBe(204);
    expect(await readSession(sessions.agent.dataDir, sessions.account.id)).toBeNull();
    expect(await readdir(join(sessions.agent.dataDir, 'profiles'))).not.toContain(sessions.account.id);
    expect((await ask(`/api/accounts/${sessions.account.id}`, 'DELETE')).status).toBe(404);
  });

  it.runIf(isFull)(
    'says that the site is away or shows nothing that is known, and that a session has expired',
    async () => {
      await signIn();
      sessions.instagram.set({ offline: true });
      expect((await check()).status).toBe(503);
      sessions.instagram.set({ offline: false, hasScript: false });
      const unknown = { status: 503, answer: { error: expect.stringContaining('neither a login page') } };
      expect(await check()).toMatchObject(unknown);
      sessions.instagram.set({ hasScript: true });
      sessions.instagram.forgetAll();
      expect((await check()).answer).toMatchObject({ loggedIn: false, reason: expect.stringContaining('has expired') });
    },
  );

  it('needs no browser for an account without a session', async () => {
    await sessions.accounts.change(sessions.account.id, { is_logged_in: true });
    const { answer } = await check();
    expect(answer).toMatchObject({ loggedIn: false, reason: expect.stringContaining('not logged in on this machine') });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
    expect(sessions.instagram.requests()).toEqual([]);
  });
});

it('opens no browser for an account on a platform without one, and says why', async () => {
  const { id } = await sessions.accounts.insert({ platform: 'bluesky' });
  const before = await filesHere();
  const bodies = { [accountCookiesPath(id)]: { cookies: JSON.stringify(exported('x')) } };
  for (const path of [accountLoginPath(id), accountCheckPath(id), accountCookiesPath(id)]) {
    const { status, answer } = await ask(path, 'POST', bodies[path]);
    expect({ status, answer }).toMatchObject({
      status: 400,
      answer: { error: expect.stringContaining('do not use a browser') },
    });
  }
  expect(await filesHere()).toEqual(before);
  expect((await ask(`/api/accounts/${id}`, 'DELETE')).status).toBe(204);
});

async function untilOver(id = sessions.account.id): Promise<LoginState> {
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
    sessions.instagram.set({ twoFactor: true });
    const codeAsked = deferred();
    letPerson(async (page) => {
      await typeInto(page, 'wrong');
      await page.locator('::-p-xpath(//*[@role="alert" and text()])').wait();
      await typeInto(page, PASSWORD);
      await page.locator('input[name=verificationCode]').wait();
      codeAsked.resolve();
      await page.locator('input[name=verificationCode]').fill('123456');
      await page.locator('button[type=submit]').click();
    });
    expect(await ask(accountLoginPath(sessions.account.id))).toEqual({ status: 202, answer: { state: 'open' } });
    await codeAsked.promise;
    expect(await untilOver()).toEqual({ state: 'done' });
    expect(await rowNow()).toMatchObject({ is_logged_in: true, warmup_held_reason: null });
    expect((await readSession(sessions.agent.dataDir, sessions.account.id))?.map(({ name }) => name)).toContain(
      'sessionid',
    );
    expect((await stat(sessionFile(sessions.agent.dataDir, sessions.account.id))).mode & 0o777).toBe(0o600);
  });

  it.runIf(isFull)('closes itself at once where the session still holds', async () => {
    await signIn();
    letPerson(async () => undefined);
    await ask(accountLoginPath(sessions.account.id));
    expect(await untilOver()).toEqual({ state: 'done' });
  });

  it('is open once, refuses other work on the account, and closes with its session', async () => {
    letPerson(async () => undefined);
    expect((await ask<LoginState>(accountLoginPath(sessions.account.id))).answer.state).toBe('open');
    expect((await ask<LoginState>(accountLoginPath(sessions.account.id))).answer.state).toBe('open');
    expect(await browsersHere()).toEqual([sessions.account.id]);
    expect((await importCookies(exported(sessions.instagram.issue()))).status).toBe(409);
    expect((await ask(accountSessionPath(sessions.account.id), 'DELETE')).status).toBe(204);
    expect((await ask<LoginState>(accountLoginPath(sessions.account.id), 'GET')).answer).toEqual({ state: 'none' });
  });

  it('says so when the person closes it', async () => {
    letPerson((page) => page.close());
    await ask(accountLoginPath(sessions.account.id));
    expect(await untilOver()).toMatchObject({ state: 'failed', error: expect.stringContaining('closed before') });
    expect(await readSession(sessions.agent.dataDir, sessions.account.id)).toBeNull();
  });

  it('says so when the site cannot be opened', async () => {
    sessions.instagram.set({ offline: true });
    const { answer } = await ask<LoginState>(accountLoginPath(sessions.account.id));
    expect(answer).toMatchObject({ state: 'failed', error: expect.stringContaining('could not be opened') });
  });
});
