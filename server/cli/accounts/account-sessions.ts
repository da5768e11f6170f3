import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { CookieImport, LoginState } from '../../../shared/accounts/account-session.ts';
import type { Account } from '../../../shared/accounts/accounts.ts';
import { accountApi } from '../../../shared/api/accounts.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { type Api, call, callWhileEnding } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import {
  cookiesImported,
  LOGIN_CANCELLED,
  loggedIn,
  loginOpen,
  notLoggedIn,
  notReadable,
  OPENING_WINDOW,
} from '../messages.ts';
import { CommandFailed } from '../terminal/exit-code.ts';
import { orInterrupted } from '../terminal/interruption.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import { findAccount, listAccounts } from './account-lookup.ts';

/** Polling interval for an open log-in window, in milliseconds. */
const LOGIN_POLL_MS = 500;

/**
 * `accounts login | import-cookies | check`: an account's log-in on this machine. `check` exits with 0 when logged in,
 * else 1.
 */
export function addAccountSessionCommands(accounts: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    accounts.command('login <label>').description('log in yourself, in a browser window that opens'),
  ).action(async (label: string, _options: object, command: Command) => {
    const config = configOf(command);
    const { account, state } = await withApi('accounts login', config, terminal, async (api) => {
      const found = findAccount(await listAccounts(api), label);
      return { account: found, state: await logIn(api, found, terminal) };
    });
    if (config.json) printJson(terminal, state);
    else if (state.state === 'done') print(terminal, loggedIn(account.label));
    else note(terminal, notLoggedIn(account.label, state.state === 'failed' ? state.error : LOGIN_CANCELLED));
    if (state.state !== 'done') throw new CommandFailed();
  });

  withWorkspaceOptions(
    accounts
      .command('import-cookies <label> <file>')
      .description('log in with the cookies that another browser exported; - for standard input'),
  ).action(async (label: string, file: string, _options: object, command: Command) => {
    const config = configOf(command);
    const body: CookieImport = { cookies: await readCookies(file, terminal) };
    const { account, session } = await withApi('accounts import-cookies', config, terminal, async (api) => {
      const found = findAccount(await listAccounts(api), label);
      return { account: found, session: await call(api, accountApi.importCookies, { params: { id: found.id }, body }) };
    });
    if (config.json) printJson(terminal, session);
    else print(terminal, cookiesImported(account.label, session.cookies ?? 0));
  });

  withWorkspaceOptions(
    accounts.command('check <label>').description('ask the platform whether the account is still logged in'),
  ).action(async (label: string, _options: object, command: Command) => {
    const config = configOf(command);
    const { account, session } = await withApi('accounts check', config, terminal, async (api) => {
      const found = findAccount(await listAccounts(api), label);
      return { account: found, session: await call(api, accountApi.checkAccount, { params: { id: found.id } }) };
    });
    if (config.json) printJson(terminal, session);
    else if (session.loggedIn) print(terminal, loggedIn(account.label));
    else note(terminal, notLoggedIn(account.label, session.reason ?? ''));
    if (!session.loggedIn) throw new CommandFailed();
  });
}

/** Waits for the window's result; closes it when the command is interrupted. */
async function logIn(api: Api, { id, platform }: Account, terminal: Terminal): Promise<LoginState> {
  const login = { params: { id } };
  note(terminal, OPENING_WINDOW);
  try {
    let state = await call(api, accountApi.openLogin, login);
    if (state.state === 'open') note(terminal, loginOpen(platformLabel(platform)));
    while (state.state === 'open') {
      await orInterrupted(terminal.ending, delay(LOGIN_POLL_MS));
      state = await call(api, accountApi.getLogin, login);
    }
    return state;
  } catch (error) {
    if (terminal.ending.aborted) await callWhileEnding(api, accountApi.closeLogin, login);
    throw error;
  }
}

async function readCookies(file: string, { stdin }: Terminal): Promise<string> {
  if (file === '-') return text(stdin);
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new AppError('bad_input', notReadable(file, error.message), { cause: error });
  });
}
