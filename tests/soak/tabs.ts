import { setTimeout as delay } from 'node:timers/promises';
import type { HTTPRequest, Page } from 'puppeteer';
import { z } from 'zod';
import { NOTIFICATIONS_PATH } from '../../shared/agent/notifications.ts';
import { openBrowser, signIn } from '../helpers/browser.ts';
import type { Times } from './latencies.ts';

/** A request that a screen sends, without authentication. */
export type ScreenRequest = { method: string; path: string; headers: Record<string, string>; body: string | null };
/** The requests of an open screen, each with its time: milliseconds after the screen was opened. */
export type Screen = { name: string; lastsMs: number; requests: (ScreenRequest & { atMs: number })[] };

const SCREENS = [
  '/',
  '/create',
  '/scheduler',
  '/insights',
  '/media',
  '/accounts',
  '/scripts',
  '/templates',
  '/settings',
];
const SCHEDULER_VIEWS = ['list', 'month', 'week', 'queue'];
/** How long a tab stays on a screen: shorter than users do, and long enough for what a screen polls. */
const SCREEN_MS = 20_000;
/** The random offset that keeps tabs on the same screen from sending their requests in step. */
const SHIFT_MS = 2_000;
const REOPEN_AFTER_MS = 9_000;
/** Well before an hour, so that sessions are refreshed within a soak test. */
const RENEW_AFTER_MS = 4 * 60_000;

const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });
type Session = z.infer<typeof sessionSchema>;
export type Account = { email: string; password: string };

/**
 * Opens every screen in a real browser and records for 20 s which requests it sends to the agent and when, including
 * repeats, so that tabs can send the same ones at the same pace. Prints each screen when it is done.
 */
export async function recordScreens(url: string, account: Account, say: (line: string) => void): Promise<Screen[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await signIn(page, url, account);
    const screens: Screen[] = [];
    for (const path of SCREENS) {
      for (const view of path === '/scheduler' ? SCHEDULER_VIEWS : ['']) {
        if (view) await page.evaluate((choice) => localStorage.setItem('scheduler.view', choice), view);
        const name = `${path} ${view}`.trim();
        const requests = await recordScreen(page, new URL(path, url));
        say(`${name}: ${requests.length} requests in ${SCREEN_MS / 1000} s`);
        screens.push({ name, lastsMs: SCREEN_MS, requests });
      }
    }
    return screens;
  } finally {
    await browser.close();
  }
}

async function recordScreen(page: Page, address: URL): Promise<Screen['requests']> {
  // The previous screen sends requests until it is left.
  await page.goto('about:blank');
  const requests: Screen['requests'] = [];
  const opened = performance.now();
  const note = (request: HTTPRequest) => {
    const { origin, pathname, search } = new URL(request.url());
    const headers = passedOn(request.headers());
    const isAsked = origin === address.origin && ['fetch', 'xhr'].includes(request.resourceType());
    if (!isAsked || !onlyReads(request.method(), pathname) || headers.accept === 'text/event-stream') return;
    const atMs = performance.now() - opened;
    requests.push({
      atMs,
      method: request.method(),
      path: pathname + search,
      headers,
      body: request.postData() ?? null,
    });
  };
  page.on('request', note);
  await page.goto(address.href);
  await delay(Math.max(0, opened + SCREEN_MS - performance.now()));
  page.off('request', note);
  return requests;
}

function onlyReads(method: string, path: string): boolean {
  if (path.startsWith('/auth/')) return false;
  return ['GET', 'HEAD'].includes(method) || /^\/(rest\/v1\/rpc|storage\/v1\/object\/(list|sign))\b/.test(path);
}

function passedOn(headers: Record<string, string>): Record<string, string> {
  const names = [
    'accept',
    'accept-profile',
    'apikey',
    'content-profile',
    'content-type',
    'prefer',
    'range',
    'range-unit',
  ];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

export type TabOptions = {
  url: string;
  key: string;
  account: Account;
  screens: readonly Screen[];
  times: Times;
  chance: () => number;
  /** The time within which the tabs are opened, one after the other. */
  openWithinMs: number;
  signal: AbortSignal;
};

/**
 * One tab of the UI until `signal` aborts: signs in, follows the notifications, goes from screen to screen, sends each
 * screen's recorded requests at their times, and refreshes its session. A tab that fails is reopened.
 */
export async function runTab(options: TabOptions): Promise<void> {
  const { times, chance, openWithinMs, signal } = options;
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  await pause(chance() * openWithinMs);
  while (!signal.aborted) {
    const closing = new AbortController();
    await driveTab(options, AbortSignal.any([signal, closing.signal]), pause).catch((error: Error) => {
      if (!signal.aborted) times.fail(`a tab: ${error.message}`);
    });
    closing.abort();
    await pause(REOPEN_AFTER_MS);
  }
}

async function driveTab(options: TabOptions, signal: AbortSignal, pause: (ms: number) => Promise<void>): Promise<void> {
  const { screens, chance } = options;
  const tab = openTab(options, signal);
  await tab.signIn();
  tab.followNotifications();
  while (!signal.aborted) {
    const screen = screens[Math.floor(chance() * screens.length)];
    if (!screen) throw new Error('There is no screen to open.');
    await tab.renew();
    const shiftMs = chance() * SHIFT_MS;
    const asked = screen.requests.map(async (request) => {
      await pause(shiftMs + request.atMs);
      if (!signal.aborted) await tab.ask(request);
    });
    await Promise.all([...asked, pause(shiftMs + screen.lastsMs)]);
  }
}

function openTab({ url, key, account, times }: TabOptions, signal: AbortSignal) {
  let session: Session | null = null;
  let renewAt = 0;

  const send = async ({ method, path, headers, body }: ScreenRequest): Promise<string> => {
    const authorization = session && { authorization: `Bearer ${session.access_token}` };
    const route = routeOf(method, path);
    const began = performance.now();
    const all = { apikey: key, ...headers, ...authorization };
    const response = await fetch(new URL(path, url), { method, headers: all, body });
    const text = await response.text();
    times.note(route, performance.now() - began);
    if (!response.ok) times.fail(`${route}: ${response.status} ${text.slice(0, 200)}`);
    return text;
  };
  const authenticate = async (grant: string, body: object) => {
    const headers = { apikey: key, 'content-type': 'application/json' };
    const path = `/auth/v1/token?grant_type=${grant}`;
    const text = await send({ method: 'POST', path, headers, body: JSON.stringify(body) });
    session = sessionSchema.parse(JSON.parse(text));
    renewAt = Date.now() + RENEW_AFTER_MS;
  };

  return {
    signIn: () => authenticate('password', account),
    async renew() {
      if (session && Date.now() > renewAt)
        await authenticate('refresh_token', { refresh_token: session.refresh_token });
    },
    async ask(asked: ScreenRequest) {
      await send(asked).catch((error: Error) => {
        if (!signal.aborted) times.fail(`${routeOf(asked.method, asked.path)}: ${error.message}`);
      });
    },
    followNotifications() {
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${session?.access_token}` };
      const read = async () => void (await (await fetch(new URL(NOTIFICATIONS_PATH, url), { headers, signal })).text());
      read().catch((error: Error) => {
        if (!signal.aborted) times.fail(`notifications: ${error.message}`);
      });
    },
  };
}

/** A request's route, without the values that differ between requests of its kind. */
function routeOf(method: string, path: string): string {
  const [place = '', query = ''] = path.split('?');
  const names = [...new URLSearchParams(query)]
    .filter(([name]) => name !== 'select')
    .map(([name, value]) => `${name}=${value.replace(/[0-9a-f-]{36}|\d[\d:T.Z+-]{5,}/g, '*').slice(0, 40)}`);
  const where = place.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*');
  return `${method} ${where}${names.length > 0 ? `?${names.join('&')}` : ''}`.slice(0, 160);
}
