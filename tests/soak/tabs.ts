import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { NOTIFICATIONS_PATH } from '../../shared/agent/notifications.ts';

/** Counts requests that were answered, and those that failed, by what failed. */
export function countRequests() {
  const failures = new Map<string, number>();
  return {
    answered: 0,
    failures,
    fail(what: string): void {
      failures.set(what, (failures.get(what) ?? 0) + 1);
    },
  };
}
export type Counts = ReturnType<typeof countRequests>;

type TabRequest = { path: string; method?: string; headers?: Record<string, string>; body?: string };

const JSON_TYPE = { 'content-type': 'application/json' };
/** What the screens ask for again and again, and each of the lists that they open with. */
const REQUESTS: readonly TabRequest[] = [
  { path: '/api/jobs' },
  { path: '/api/channels' },
  { path: '/rest/v1/app_settings?select=*' },
  { path: '/rest/v1/social_accounts?select=*' },
  { path: '/rest/v1/scheduled_posts?select=*&limit=50' },
  { path: '/rest/v1/listed_posts?select=*&limit=50' },
  { path: '/rest/v1/media_files?select=*&limit=50' },
  { path: '/rest/v1/rpc/count_posts', method: 'POST', headers: JSON_TYPE, body: '{"terms":[]}' },
];
const REOPEN_AFTER_MS = 9_000;
/** Well before an hour, so that sessions are renewed within a soak. */
const RENEW_AFTER_MS = 4 * 60_000;

const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });
type Session = z.infer<typeof sessionSchema>;

type TabOptions = {
  url: string;
  key: string;
  account: { email: string; password: string };
  /** Each request is sent once in this time, in milliseconds, at a moment of its own. */
  roundMs: number;
  counts: Counts;
  chance: () => number;
  /** Tabs are opened one after the other within that time. */
  openWithinMs: number;
  signal: AbortSignal;
};

/**
 * One tab of the UI until `signal`: signs in, follows the notifications, asks what screens ask, and renews its session.
 * One that fails is opened again.
 */
export async function runTab(options: TabOptions): Promise<void> {
  const { counts, chance, openWithinMs, signal } = options;
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  await pause(chance() * openWithinMs);
  while (!signal.aborted) {
    const closing = new AbortController();
    await driveTab(options, AbortSignal.any([signal, closing.signal]), pause).catch((error: Error) => {
      if (!signal.aborted) counts.fail(`a tab: ${error.message}`);
    });
    closing.abort();
    await pause(REOPEN_AFTER_MS);
  }
}

async function driveTab(options: TabOptions, signal: AbortSignal, pause: (ms: number) => Promise<void>): Promise<void> {
  const { roundMs, chance } = options;
  const tab = openTab(options, signal);
  await tab.signIn();
  tab.followNotifications();
  while (!signal.aborted) {
    await tab.renew();
    const asked = REQUESTS.map(async (request) => {
      await pause(chance() * roundMs);
      if (!signal.aborted) await tab.ask(request);
    });
    await Promise.all([...asked, pause(roundMs)]);
  }
}

function openTab({ url, key, account, counts }: TabOptions, signal: AbortSignal) {
  let session: Session | null = null;
  let renewAt = 0;

  const send = async ({ method = 'GET', path, headers, body }: TabRequest): Promise<string> => {
    const authorization = session && { authorization: `Bearer ${session.access_token}` };
    const all = { apikey: key, ...headers, ...authorization };
    const response = await fetch(new URL(path, url), { method, headers: all, ...(body && { body }) });
    const text = await response.text();
    counts.answered += 1;
    if (!response.ok) counts.fail(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    return text;
  };
  const authenticate = async (grant: string, body: object) => {
    const path = `/auth/v1/token?grant_type=${grant}`;
    const text = await send({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
    session = sessionSchema.parse(JSON.parse(text));
    renewAt = Date.now() + RENEW_AFTER_MS;
  };

  return {
    signIn: () => authenticate('password', account),
    async renew() {
      if (session && Date.now() > renewAt)
        await authenticate('refresh_token', { refresh_token: session.refresh_token });
    },
    async ask(asked: TabRequest) {
      await send(asked).catch((error: Error) => {
        if (!signal.aborted) counts.fail(`${asked.path}: ${error.message}`);
      });
    },
    followNotifications() {
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${session?.access_token}` };
      const read = async () => void (await (await fetch(new URL(NOTIFICATIONS_PATH, url), { headers, signal })).text());
      read().catch((error: Error) => {
        if (!signal.aborted) counts.fail(`notifications: ${error.message}`);
      });
    },
  };
}
