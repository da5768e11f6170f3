import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { attempted, within } from '../system/time-limit.ts';
import { type BrowserHost, kill, launchOnProfile } from './account-launch.ts';
import { makeScratch, removeScratch } from './browser-scratch.ts';
import type { HTTPRequest, Page } from './puppeteer.ts';

/** A secure context, which WebCodecs require. Nothing listens there: every request is intercepted and answered here. */
const ORIGIN = 'http://localhost';
const OPEN_LIMIT_MS = 30_000;
const CLOSE_LIMIT_MS = 1_500;

export type PageFile = { type: string; body: string | Uint8Array };

export type OwnPageOptions = {
  dataDir: string;
  host: BrowserHost;
  /** Aborts the work at once, with its reason. */
  signal: AbortSignal;
  /** Returns the file at a path of the page's origin; null if it does not exist. */
  file(path: string): Promise<PageFile | null>;
};

const LOST = 'The browser ended unexpectedly. Try again. If it happens again, free some memory or update the browser.';

/**
 * Runs `work` in one of the agent's own pages in a hidden browser, and always closes it without leaving processes or
 * files. The page is `/` of `file`, which answers all its requests: it has no network access. Rejects with the error of
 * `work`, the reason of `signal`, or AppError unavailable if there is no browser or it is lost.
 */
export async function withOwnPage<T>(options: OwnPageOptions, work: (page: Page) => Promise<T>): Promise<T> {
  const { dataDir, host, signal } = options;
  signal.throwIfAborted();
  const scratch = await makeScratch(dataDir);
  try {
    const profile = join(scratch, 'profile');
    const browser = await launchOnProfile({ host, headful: false, profile, scratch, signal });
    const lost = new AbortController();
    browser.on('disconnected', () => lost.abort(new AppError('unavailable', LOST)));
    const ending = AbortSignal.any([signal, lost.signal]);
    try {
      const [first = await browser.newPage()] = await browser.pages();
      const opened = openPage(first, options, lost);
      const page = await within(opened, { ms: OPEN_LIMIT_MS, what: "The browser's first page", signal: ending });
      return await within(work(page), { what: 'The page', signal: ending });
    } finally {
      const closing = browser.close();
      if (signal.aborted) closing.catch(() => undefined);
      else await attempted(closing, CLOSE_LIMIT_MS);
      await kill(browser);
    }
  } finally {
    await removeScratch(scratch);
  }
}

async function openPage(page: Page, { file }: OwnPageOptions, lost: AbortController): Promise<Page> {
  page.on('error', () => lost.abort(new AppError('unavailable', LOST)));
  await page.setRequestInterception(true);
  page.on('request', (request) => void answer(request, file).catch(() => undefined));
  await page.goto(`${ORIGIN}/`);
  return page;
}

async function answer(request: HTTPRequest, file: OwnPageOptions['file']): Promise<void> {
  const { origin, protocol, pathname } = new URL(request.url());
  // Created within the page: a worker's script, a picture's bytes.
  if (protocol === 'blob:' || protocol === 'data:') return request.continue();
  const found = origin === ORIGIN ? await file(pathname) : null;
  if (found === null) return request.abort('blockedbyclient');
  const { type, body } = found;
  await request.respond({ status: 200, contentType: type, headers: { 'cache-control': 'no-store' }, body });
}
