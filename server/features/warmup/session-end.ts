import type { WarmupReason } from '../../../shared/accounts/warmup.ts';
import { AccountBrowserLost } from '../../browser/account-browser.ts';
import { AppError } from '../../errors.ts';

/** Ends a session early, with the reason to store. */
export class SessionEnd extends Error {
  readonly reason: WarmupReason;

  constructor(reason: WarmupReason) {
    super(`The warm-up ended: ${reason}.`);
    this.name = 'SessionEnd';
    this.reason = reason;
  }
}

/** The result of `work`. SessionEnd page_hangs if it takes longer than `limitMs` milliseconds of real time. */
export async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SessionEnd('page_hangs')), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Chrome's errors without a connection, and Puppeteer's without a response. */
const NO_CONNECTION = /net::ERR_(?!ABORTED)|chrome-error:|Navigation timeout/;
/** Puppeteer's error when a browser does not respond for minutes. */
const PROTOCOL_TIMEOUT = /protocolTimeout/;
/** Puppeteer's errors for a lost browser. */
const NO_BROWSER = /protocolTimeout|Target closed|Session closed|Connection closed|Protocol error|detached Frame/;

/** Whether a failed request means that Instagram is unreachable. */
export function isNoConnection(words: string): boolean {
  return NO_CONNECTION.test(words);
}

/** The reason for a session that ended with this error. */
export function reasonOf(error: unknown): WarmupReason {
  if (error instanceof SessionEnd) return error.reason;
  if (error instanceof AccountBrowserLost) return error.part === 'page_crashed' ? 'page_crashed' : 'browser';
  if (error instanceof AppError) return 'browser';
  const words = String(error);
  if (isNoConnection(words)) return 'offline';
  if (PROTOCOL_TIMEOUT.test(words)) return 'page_hangs';
  return NO_BROWSER.test(words) ? 'browser' : 'error';
}
