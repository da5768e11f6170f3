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
import { apiCommand } from '../agent/api-command.ts';
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
  apiCommand(
    accounts.command('login <label>').description('log in yourself, in a browser window that opens'),
    terminal,
    {
      async ask(api: Api, name: string) {
        const account = findAccount(await listAccounts(api), name);
        return { ...account, login: await logIn(api, account, terminal) };
      },
      json: ({ login }) => login,
      tell({ label, login }) {
        if (login.state === 'done') print(terminal, loggedIn(label));
        else note(terminal, notLoggedIn(label, login.state === 'failed' ? login.error : LOGIN_CANCELLED));
      },
      hasFailed: ({ login }) => login.state !== 'done',
    },
  );

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

  apiCommand(
    accounts.command('check <label>').description('ask the platform whether the account is still logged in'),
    terminal,
    {
      async ask(api: Api, name: string) {
        const { id, label } = findAccount(await listAccounts(api), name);
        return { label, session: await call(api, accountApi.checkAccount, { params: { id } }) };
      },
      json: ({ session }) => session,
      tell({ label, session: { loggedIn: isLoggedIn, reason } }) {
        if (isLoggedIn) print(terminal, loggedIn(label));
        else note(terminal, notLoggedIn(label, reason ?? ''));
      },
      hasFailed: ({ session }) => !session.loggedIn,
    },
  );
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
