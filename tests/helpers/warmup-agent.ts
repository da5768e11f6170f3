import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  WARMUP_RUNS_PATH,
  WARMUP_START_PATH,
  type WarmupRun,
  warmupRunListSchema,
  warmupRunSchema,
  warmupStatusPath,
  warmupStatusSchema,
} from '../../shared/accounts/warmup.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import type { AppSettingsRow } from '../../shared/workspace/database.ts';
import { startTestAgent, type TestAgent } from './agent.ts';
import { type FastClock, fastClock } from './fast-clock.ts';
import { type Instagram, startInstagram } from './instagram/imitation.ts';
import { writeSession } from './saved-sessions.ts';
import { printedChance } from './seeded.ts';
import { newWorkspace } from './workspace.ts';

/** How long the imitation may take to show something, and how often a claim is renewed. */
export const PATIENCE_MS = 4_000;
const RENEW_MS = 100;

/**
 * An agent that warms up accounts of an imitation of Instagram, on a clock that need not be waited for; the file's
 * tests share it. Called once at the top of a file.
 */
export function warmupAgent() {
  let dataDir: string;
  let log: string[];
  let clock: FastClock;
  let instagram: Instagram;
  let test: TestAgent;
  let random: () => number;

  const open = () =>
    startTestAgent(
      { dataDir, instagramUrl: instagram.origin, logLevel: 'debug' },
      {
        warmup: { clock, random: () => random(), patienceMs: PATIENCE_MS, renewMs: RENEW_MS },
        logStream: { write: (line) => void log.push(line) },
        person: () => undefined,
      },
    );

  beforeAll(async () => {
    dataDir = await newWorkspace();
    instagram = await startInstagram();
    random = printedChance('WARMUP_SEED');
    clock = fastClock();
    log = [];
    test = await open();
  });
  beforeEach(() => {
    instagram.reset();
    clock.go();
  });
  afterAll(async () => {
    await test?.close();
    await instagram?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Starts the agent again in its data directory, after it was closed. */
  async function reopen() {
    test = await open();
  }

  /** An account, established, logged in and with a session on this machine where nothing else is said. */
  async function addAccount({
    platform = 'instagram',
    isLoggedIn = true,
    hasSession = true,
    isEstablished = true,
  }: {
    platform?: Platform;
    isLoggedIn?: boolean;
    hasSession?: boolean;
    isEstablished?: boolean;
  } = {}): Promise<string> {
    const { data } = await test.admin
      .from('social_accounts')
      .insert({ platform, account_label: randomUUID(), is_logged_in: isLoggedIn, is_established: isEstablished })
      .select('id')
      .single()
      .throwOnError();
    const expires = Date.now() / 1000 + 3600;
    const cookie = { name: 'sessionid', value: instagram.issue(), domain: '127.0.0.1', path: '/', expires };
    if (hasSession) await writeSession(dataDir, data.id, [{ ...cookie, secure: false, httpOnly: true }]);
    return data.id;
  }

  /** The settings' row, made where there is none. */
  async function setLimits(limits: Partial<AppSettingsRow>) {
    const { data } = await test.admin.from('app_settings').select('id').maybeSingle().throwOnError();
    if (data) await test.admin.from('app_settings').update(limits).eq('id', data.id).throwOnError();
    else await test.admin.from('app_settings').insert(limits).throwOnError();
  }

  const start = (accountId: string) => test.call(WARMUP_START_PATH, { body: { accountId } });

  /** Starts a warm-up that has to start. */
  async function begin(accountId: string): Promise<WarmupRun> {
    const answer = await start(accountId);
    expect(answer.status, await answer.clone().text()).toBe(202);
    return warmupRunSchema.parse(await answer.json());
  }

  async function rowOf(id: string) {
    return (await test.admin.from('social_accounts').select('*').eq('id', id).single().throwOnError()).data;
  }

  async function statusOf(accountId: string) {
    return warmupStatusSchema.parse(await (await test.call(warmupStatusPath(accountId))).json());
  }

  /** Every status of an account until its warm-up is over. */
  async function follow(accountId: string) {
    const answer = await test.call(warmupStatusPath(accountId), { headers: { accept: 'text/event-stream' } });
    const events = (await answer.text()).matchAll(/^event: status\ndata: (.*)$/gm);
    return [...events].map(([, data]) => warmupStatusSchema.parse(JSON.parse(data ?? '')));
  }

  async function lastRun(accountId: string): Promise<WarmupRun> {
    const answer = await test.call(`${WARMUP_RUNS_PATH}?accountId=${accountId}`);
    const [run] = warmupRunListSchema.parse(await answer.json());
    if (!run) throw new Error('There is no run.');
    return run;
  }

  async function whole(accountId: string): Promise<WarmupRun> {
    await begin(accountId);
    await follow(accountId);
    return lastRun(accountId);
  }

  /** A warm-up that stands still in the middle of the feed until the clock goes on. */
  async function beginAndHold(accountId: string): Promise<WarmupRun> {
    instagram.reset();
    const run = await begin(accountId);
    const ended = follow(accountId).then(async () => {
      const said = log.filter((line) => line.includes('inside the agent'));
      throw new Error(`It ended before it stood still: ${JSON.stringify(await lastRun(accountId))} ${said}`);
    });
    ended.catch(() => undefined);
    await Promise.race([instagram.whenSeen(2), ended]);
    clock.stop();
    return run;
  }

  return {
    /** The agent, once it is open. */
    get test() {
      return test;
    },
    get instagram() {
      return instagram;
    },
    get clock() {
      return clock;
    },
    get dataDir() {
      return dataDir;
    },
    /** What the agents have logged so far. */
    get log() {
      return log;
    },
    reopen,
    addAccount,
    setLimits,
    start,
    begin,
    rowOf,
    statusOf,
    follow,
    lastRun,
    whole,
    beginAndHold,
  };
}
