import type { WarmupReason } from '../../../shared/accounts/warmup.ts';
import { AccountBrowserLost } from '../../browser/account-browser.ts';
import { AppError } from '../../errors.ts';

/** What ends a session before its time, by the reason that is kept of it. */
export class SessionEnd extends Error {
  readonly reason: WarmupReason;

  constructor(reason: WarmupReason) {
    super(`The warm-up ended: ${reason}.`);
    this.name = 'SessionEnd';
    this.reason = reason;
  }
}

/**
 * What `work` gives; SessionEnd page_hangs when it takes longer than `limitMs` milliseconds of real time, because a
 * page or its browser is stuck.
 */
export async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SessionEnd('page_hangs')), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What Chrome says when there is no connection, and Puppeteer when no answer comes. */
const NO_CONNECTION = /net::ERR_(?!ABORTED)|chrome-error:|Navigation timeout/;
/** What Puppeteer says when a browser does not answer for minutes. */
const PROTOCOL_TIMEOUT = /protocolTimeout/;
/** What Puppeteer says to whoever asks a browser that is gone. */
const NO_BROWSER = /protocolTimeout|Target closed|Session closed|Connection closed|Protocol error|detached Frame/;

/** Does a failed request mean that Instagram cannot be reached? */
export function isNoConnection(words: string): boolean {
  return NO_CONNECTION.test(words);
}

/** Why a session ended that ended with this error. */
export function reasonOf(error: unknown): WarmupReason {
  if (error instanceof SessionEnd) return error.reason;
  if (error instanceof AccountBrowserLost) return error.part === 'page_crashed' ? 'page_crashed' : 'browser';
  if (error instanceof AppError) return 'browser';
  const words = String(error);
  if (isNoConnection(words)) return 'offline';
  if (PROTOCOL_TIMEOUT.test(words)) return 'page_hangs';
  return NO_BROWSER.test(words) ? 'browser' : 'error';
}
