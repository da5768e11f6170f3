import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AgentDeps } from '../../server/agent.ts';
import type { WarmupRun } from '../../shared/accounts/warmup.ts';
import type { AppSettingsRow } from '../../shared/workspace/database.ts';
import { startTestAgent, type TestAgent } from './agent.ts';
import { type FastClock, fastClock } from './fast-clock.ts';
import { startInstagram } from './instagram/imitation.ts';
import { warmupsOf } from './instagram/warmups.ts';
import { ofFile } from './of-file.ts';
import { printedChance, seeded } from './seeded.ts';
import { newWorkspace } from './workspace.ts';

/** With this seed a session begins with 13 posts of the feed. */
export const FEED_FIRST = 4;
/** How often a claim is renewed, in milliseconds. */
const RENEW_MS = 400;

type Options = {
  /** The seed of each test's random numbers; without one they differ from run to run. */
  seed?: number;
  limits?: Partial<AppSettingsRow>;
  /** How long the imitation may take to show something, in milliseconds. */
  patienceMs?: number;
  lookLimitMs?: number;
  deps?: AgentDeps;
};

/**
 * An agent that warms up accounts of an imitation of Instagram, on a clock without real waits; shared by the file's
 * tests. Called once at the top of a file.
 */
export function warmupAgent({ seed, limits, patienceMs = 4_000, lookLimitMs, deps }: Options = {}) {
  let dataDir: string;
  let log = '';
  let clock: FastClock;
  const instagram = ofFile(() => startInstagram());
  let test: TestAgent;
  let random: () => number;
  const warmups = warmupsOf(() => ({ ...test, database: test.admin, instagram }));

  const open = () =>
    startTestAgent(
      { dataDir, instagramUrl: instagram.origin, logLevel: 'trace' },
      {
        warmup: {
          clock,
          random: () => random(),
          patienceMs,
          renewMs: RENEW_MS,
          ...(lookLimitMs !== undefined && { lookLimitMs }),
        },
        logStream: {
          write(line) {
            log += line;
          },
        },
        person: () => undefined,
        ...deps,
      },
    );

  beforeAll(async () => {
    dataDir = await newWorkspace();
    random = seed === undefined ? printedChance('WARMUP_SEED') : seeded(seed);
    clock = fastClock();
    test = await open();
    if (limits) await warmups.setLimits(limits);
  });
  beforeEach(() => {
    instagram.reset();
    clock.go();
    if (seed !== undefined) random = seeded(seed);
  });
  afterAll(async () => {
    await test?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  return {
    ...warmups,
    /** The agent, once it is open. */
    get test() {
      return test;
    },
    instagram,
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
    /** Restarts the agent in its data directory, after it was closed. */
    async reopen() {
      test = await open();
    },
    /** Starts a warm-up that pauses in the feed, scrolled to the post with this number, until the clock continues. */
    async beginAndHold(accountId: string, posts = 2): Promise<WarmupRun> {
      instagram.reset();
      const run = await warmups.begin(accountId);
      const ended = warmups.until(accountId).then(async () => {
        throw new Error(`It ended before it stood still: ${JSON.stringify(await warmups.newestRun(accountId))}`);
      });
      ended.catch(() => undefined);
      await Promise.race([instagram.whenSeen(posts), ended]);
      clock.stop();
      return run;
    },
  };
}
