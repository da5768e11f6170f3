import { stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../server/browser/puppeteer.ts';
import type { LoginState } from '../../../../shared/accounts/account-session.ts';
import { accountSessions } from '../../../helpers/account-sessions.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import { accountLoginCancelPath, accountLoginPath, accountSessionPath } from '../../../helpers/agent-paths.ts';
import { processesOn } from '../../../helpers/cli.ts';
import { deferred } from '../../../helpers/deferred.ts';
import { inTime } from '../../../helpers/in-time.ts';
import { PASSWORD } from '../../../helpers/instagram/log-in.ts';
import { readSession, sessionFile } from '../../../helpers/saved-sessions.ts';

const sessions = accountSessions();
const { letPerson, ask, importCookies, browsersHere, rowNow, exported } = sessions;

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
    // Another window closes at once, since the session still holds.
    letPerson(async () => undefined);
    await ask(accountLoginPath(sessions.account.id));
    expect(await untilOver()).toEqual({ state: 'done' });
  });

  it('is open once, refuses other work on the account, and can be cancelled', async () => {
    letPerson(async () => undefined);
    expect((await ask<LoginState>(accountLoginPath(sessions.account.id))).answer.state).toBe('open');
    expect((await ask<LoginState>(accountLoginPath(sessions.account.id))).answer.state).toBe('open');
    expect(await browsersHere()).toEqual([sessions.account.id]);
    expect((await importCookies(exported(sessions.instagram.issue()))).status).toBe(409);
    expect((await ask(accountSessionPath(sessions.account.id), 'DELETE')).status).toBe(204);
    expect((await ask<LoginState>(accountLoginPath(sessions.account.id), 'GET')).answer).toEqual({ state: 'none' });

    expect((await ask<LoginState>(accountLoginPath(sessions.account.id))).answer.state).toBe('open');
    expect((await ask(accountLoginCancelPath(sessions.account.id))).answer).toEqual({ state: 'none' });
    expect(await rowNow()).toMatchObject({ is_logged_in: false });
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

it('closes windows with the agent, in time', async () => {
  const person = () => Promise.resolve();
  const other = await startTestAgent({ instagramUrl: sessions.instagram.origin }, { person });
  const { id } = await accountsTable(other.admin).insert();
  await other.call(accountLoginPath(id), { method: 'POST' });
  expect(await processesOn(id)).not.toEqual([]);
  await inTime(other.close());
  expect(await processesOn(id)).toEqual([]);
});
