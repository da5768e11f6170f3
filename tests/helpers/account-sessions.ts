import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Page } from '../../server/browser/puppeteer.ts';
import type { SessionState } from '../../shared/accounts/account-session.ts';
import type { SocialAccountsRow } from '../../shared/workspace/database.ts';
import { accountsTable } from './accounts-table.ts';
import { startTestAgent } from './agent.ts';
import { accountCheckPath, accountCookiesPath, accountLoginCancelPath } from './agent-paths.ts';
import { processesOn } from './cli.ts';
import { startInstagram } from './instagram/imitation.ts';
import { ONE_TIME_CODE } from './instagram/switches.ts';
import { ofFile } from './of-file.ts';

/**
 * An agent whose accounts log in to an imitation of Instagram, shared by the file's tests. Each test begins with one
 * account, and leaves no browser open and no secret in the log. Called once at the top of a file.
 */
export function accountSessions() {
  let account: SocialAccountsRow;
  let log = '';
  /** What the user does in the next log-in window. */
  let person: (page: Page) => Promise<unknown>;

  const write = (line: string) => {
    log += line;
  };

  const instagram = ofFile(() => startInstagram());
  const agent = ofFile(() =>
    startTestAgent(
      { instagramUrl: instagram.origin, logLevel: 'debug' },
      { person: (page) => void person(page), logStream: { write } },
    ),
  );
  const accounts = () => accountsTable(agent.admin);

  beforeEach(async () => {
    account = await accounts().insert({ warmup_held_reason: 'challenge' });
  });
  afterEach(async () => {
    await ask(accountLoginCancelPath(account.id));
    instagram.reset();
    await accounts().clear();
    expect(await browsersHere()).toEqual([]);
    expect(log).not.toMatch(/sessionid=|%3A[0-9a-f]{12}/);
    expect(log).not.toContain(ONE_TIME_CODE);
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

  /** The browsers (not their helper processes) that use this agent's profiles. */
  async function browsersHere(): Promise<string[]> {
    const lines = await processesOn(join(agent.dataDir, 'profiles'));
    return lines
      .filter((line) => !line.includes('--type='))
      .map((line) => /profiles\/(\S+)\/browser/.exec(line)?.[1] ?? line);
  }

  /** All files of accounts on this machine. */
  async function filesHere(): Promise<string[]> {
    const folders = ['sessions', 'profiles'].map((name) => join(agent.dataDir, name));
    const lists = folders.map((folder) => readdir(folder, { recursive: true }).catch(() => []));
    return (await Promise.all(lists)).flat().sort();
  }

  const check = (id = account.id) => ask<SessionState>(accountCheckPath(id));
  const rowNow = async () => (await accounts().all()).find(({ id }) => id === account.id);

  /** Cookies as Cookie-Editor exports them from the imitation. */
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

  return {
    agent,
    instagram,
    get accounts() {
      return accounts();
    },
    /** The current test's account. */
    get account() {
      return account;
    },
    /** Sets what the user does in the next log-in window. */
    letPerson(act: typeof person) {
      person = act;
    },
    ask,
    importCookies,
    browsersHere,
    filesHere,
    check,
    rowNow,
    exported,
  };
}
