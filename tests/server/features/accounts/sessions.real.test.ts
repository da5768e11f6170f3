import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountSessions } from '../../../helpers/account-sessions.ts';
import { accountCheckPath, accountCookiesPath, accountLoginPath } from '../../../helpers/agent-paths.ts';
import { isFull } from '../../../helpers/depth.ts';
import { readSession } from '../../../helpers/saved-sessions.ts';

const sessions = accountSessions();
const { ask, importCookies, filesHere, check, rowNow, exported } = sessions;

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
    await importCookies(exported(sessions.instagram.issue()));
    const before = await readSession(sessions.agent.dataDir, sessions.account.id);
    const { status, answer } = await importCookies(exported('123%3Aforged'));
    expect({ status, error: answer.error }).toEqual({
      status: 400,
      error: expect.stringMatching(/not imported.*login/),
    });
    sessions.instagram.set({ offline: true });
    expect((await importCookies(exported(sessions.instagram.issue()))).status).toBe(503);
    expect(await readSession(sessions.agent.dataDir, sessions.account.id)).toEqual(before);
    expect((await check()).status).toBe(503);
    expect(await rowNow()).toMatchObject({ is_logged_in: true });
  });

  it.each([
    ['what is no cookie file', 'hello', /Unknown cookie format/],
    ['the cookies of another site', exported('x').slice(2), /example\.com, not 127\.0\.0\.1/],
    ['nothing', '', /empty/],
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
    const session = sessions.instagram.issue();
    await importCookies(exported(session));
    sessions.instagram.set({ stop: { by: 'challenge', after: 0 } });
    expect((await check()).answer).toMatchObject({
      loggedIn: false,
      reason: expect.stringContaining('make sure it’s you'),
    });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
    sessions.instagram.set({ stop: null });
    expect((await check()).answer).toEqual({ loggedIn: true, reason: null });
    expect(await rowNow()).toMatchObject({ is_logged_in: true });
    sessions.instagram.forgetAll();
    expect((await check()).answer).toMatchObject({ loggedIn: false, reason: expect.stringContaining('has expired') });

    expect((await ask(`/api/accounts/${sessions.account.id}`, 'DELETE')).status).toBe(204);
    expect(await readSession(sessions.agent.dataDir, sessions.account.id)).toBeNull();
    expect(await readdir(join(sessions.agent.dataDir, 'profiles'))).not.toContain(sessions.account.id);
    expect((await ask(`/api/accounts/${sessions.account.id}`, 'DELETE')).status).toBe(404);
  });

  it('needs no browser for an account without a session', async () => {
    await sessions.accounts.change(sessions.account.id, { is_logged_in: true });
    const { answer } = await check();
    expect(answer).toMatchObject({ loggedIn: false, reason: expect.stringContaining('not logged in on this machine') });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
    expect(sessions.instagram.requests()).toEqual([]);
  });
});

it.each(['bluesky', 'mastodon'] as const)('opens no browser for an account on %s, and says why', async (platform) => {
  const { id } = await sessions.accounts.insert({ platform });
  const before = await filesHere();
  const bodies = { [accountCookiesPath(id)]: { cookies: JSON.stringify(exported('x')) } };
  for (const path of [accountLoginPath(id), accountCheckPath(id), accountCookiesPath(id)]) {
    const { status, answer } = await ask(path, 'POST', bodies[path]);
    expect({ status, answer }).toMatchObject({ status: 400, answer: { error: expect.stringContaining('no browser') } });
  }
  expect(await filesHere()).toEqual(before);
  expect((await ask(`/api/accounts/${id}`, 'DELETE')).status).toBe(204);
});
