import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from '../../../shared/accounts/accounts.ts';
import { channelApi } from '../../../shared/api/channels.ts';
import type { Channel } from '../../../shared/publishing/channel.ts';
import { SIGN_IN_RETURN_PATH, type SignInState } from '../../../shared/publishing/publishing-api.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { WrongUsage } from '../terminal/exit-code.ts';
import { openAddress } from '../terminal/open-address.ts';
import { note, type Terminal } from '../terminal/terminal.ts';
import * as words from './channel-messages.ts';

/** The agent's sign-ins expire after about the same time. */
const SIGN_IN_LIMIT_MS = 15 * 60_000;
/** Polling interval for a sign-in whose browser returns to the agent rather than to this command. */
const POLL_MS = 1_000;

export type BrowserSignIn = {
  account: Account;
  /** Begins the sign-in. The browser returns to `returnPort` on 127.0.0.1, or to the agent's port if omitted. */
  begin(returnPort?: number): Promise<SignInState>;
  /** Whether the platform accepts only the agent's port as a return address. Without an agent, this command uses it. */
  returnsToAgent: boolean;
  /** Whether to open a browser; the address is always printed. */
  open: boolean;
};

/**
 * Connects an account through a sign-in on the platform's page. The browser returns to a port of this command, since
 * the agent may not be listening; if that fails, the user pastes the final address or the displayed code. AppError with
 * the platform's message, or unavailable if nobody signs in in time.
 */
export async function signInWithBrowser(
  api: Api,
  { account, begin, returnsToAgent, open }: BrowserSignIn,
  terminal: Terminal,
): Promise<Channel> {
  const own = returnsToAgent ? null : await listenForReturn(0);
  const pasted = pastedLines(terminal);
  let listener = own;
  try {
    const begun = await begin(own?.port);
    if (begun.state !== 'open') throw new AppError('internal', words.NO_SIGN_IN);
    listener ??= await listenForReturn(portOf(begun.url)).catch(() => null);
    note(terminal, words.signInAt(begun.url));
    if (open) await openAddress(begun.url, () => note(terminal, words.NO_BROWSER));
    return await new Promise<Channel>((resolve, reject) => {
      setTimeout(() => reject(new AppError('unavailable', words.NOBODY_SIGNED_IN)), SIGN_IN_LIMIT_MS).unref();
      const stop = () => reject(terminal.ending.reason);
      if (terminal.ending.aborted) stop();
      terminal.ending.addEventListener('abort', stop, { once: true });
      let isDone = false;
      /** Ends the sign-in and returns a message for the browser or the user. An unrelated address leaves it open. */
      const end = async (address: string): Promise<string> => {
        try {
          const answer = await call(api, channelApi.endSignIn, { params: { id: account.id }, body: { address } });
          if (answer.state === 'choose') throw new WrongUsage(words.choose(account.label, answer));
          isDone = true;
          resolve(answer.channel);
          return words.connected(account.label, answer.channel.handle);
        } catch (error) {
          if (!(error instanceof AppError) || !(await isStillOpen(api, account))) reject(error);
          return error instanceof Error ? error.message : String(error);
        }
      };
      listener?.onReturn(end);
      if (!listener)
        void untilOver(api, account, terminal.ending).then((channel) => channel && resolve(channel), reject);
      pasted.onLine((line) => void end(line).then((told) => isDone || note(terminal, told)));
    });
  } finally {
    pasted.close();
    await listener?.close();
  }
}

/** The port in a sign-in's redirect address. */
function portOf(url: string): number {
  return Number(new URL(new URL(url).searchParams.get('redirect_uri') ?? '').port);
}

/** Polls a sign-in whose browser returns to the agent, and resolves to its channel; null if the command ends first. */
async function untilOver(api: Api, account: Account, ending: AbortSignal): Promise<Channel | null> {
  const params = { id: account.id };
  while (!ending.aborted) {
    const state = await call(api, channelApi.getSignIn, { params });
    if (state.state === 'failed') throw new AppError('bad_input', state.error);
    if (state.state === 'other_account') throw new AppError('conflict', state.question);
    if (state.state === 'choose') throw new WrongUsage(words.choose(account.label, state));
    if (state.state !== 'open') {
      const channels = await call(api, channelApi.listChannels);
      return channels.find(({ accountId }) => accountId === account.id) ?? null;
    }
    await delay(POLL_MS, undefined, { ref: false });
  }
  return null;
}

async function isStillOpen(api: Api, { id }: Account): Promise<boolean> {
  const asked = call(api, channelApi.getSignIn, { params: { id } });
  return asked.then(({ state }) => state === 'open').catch(() => false);
}

/** Listens on a local port for the browser's return; 0 for any free one. Rejects if the port is in use. */
async function listenForReturn(wanted: number) {
  let take: ((address: string) => Promise<string>) | undefined;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const origin = `http://127.0.0.1:${port}`;
    const url = new URL(request.url ?? '/', origin);
    // A foreign page whose domain resolves to this machine (DNS rebinding) sends another Host.
    const isOurs = request.headers.host === new URL(origin).host && url.pathname === SIGN_IN_RETURN_PATH;
    if (request.method !== 'GET' || !isOurs || !take) return answer(response, 404, words.NO_PAGE);
    answer(response, 200, `${await take(url.href)} ${words.BACK_TO_TERMINAL}`);
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    onReturn(callback: (address: string) => Promise<string>) {
      take = callback;
    },
    async close() {
      server.closeIdleConnections();
      const closed = once(server, 'close');
      server.close();
      // Pending responses are sent; kept-alive connections are closed.
      setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS).unref();
      await closed;
    },
  };
}

const CLOSE_GRACE_MS = 500;

/** Plain text: a platform's message is never interpreted as HTML. */
function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(text);
}

/** The lines that the user enters during the sign-in. Ctrl+C still interrupts the command. */
function pastedLines({ stdin, stderr }: Terminal) {
  const lines = createInterface({ input: stdin, ...(stdin.isTTY && { output: stderr }), historySize: 0 });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  return {
    onLine: (callback: (line: string) => void) => void lines.on('line', (line) => line.trim() && callback(line.trim())),
    close: () => lines.close(),
  };
}
