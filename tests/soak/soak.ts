import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../bench/database.ts';
import { seedTimeline } from '../../bench/job-tick.ts';
import { BENCH_EMAIL, BENCH_PASSWORD, withDataDir } from '../../bench/workspace.ts';
import { seeded } from '../helpers/seeded.ts';
import { newWorkspace } from '../helpers/workspace.ts';
import { type SoakAgent, startSoakAgent } from './agent.ts';
import { type Flatness, flatnessOf } from './flatness.ts';
import { type RouteTimes, type Times, timeRequests } from './latencies.ts';
import { askHealth, createSampler, FIGURES, type Figure, familyOf, type Sampler } from './samples.ts';
import { recordScreens, runTab, type Screen } from './tabs.ts';
import { prepareWork, startWorld, type WorkKind } from './work.ts';

export type SoakOptions = {
  seed: number;
  seconds: number;
  tabs: number;
  /** The number of posts in the workspace. */
  posts: number;
  sampleSeconds: number;
  work: readonly WorkKind[];
  /** The tabs' requests; by default those of every screen in a real browser, which take some minutes to record. */
  screens?: readonly Screen[];
  /** How long idle resources may stay open at the end, in milliseconds. */
  calmMs: number;
  /** How many more connections to Postgres than before the load may exist then: idle ones are closed after a minute. */
  idleConnections: number;
  /** Ends the load early. */
  ending?: AbortSignal;
  /** Called with a line of progress from time to time. */
  say(line: string): void;
};

/** The agent's resources at rest: before the load, and after it. */
export type Rest = Partial<Record<Figure, number>>;
export type SoakReport = {
  flatness: [figure: Figure, flatness: Flatness][];
  /** Resources that exceed those before the load by more than the allowance. */
  leftOver: string[];
  before: Rest;
  after: Rest;
  /** How many requests took longer than a second. */
  slow: number;
  routes: RouteTimes[];
  failures: ReadonlyMap<string, number>;
  done: ReadonlyMap<string, number>;
  /** Posts that did not reach their platform exactly once. */
  lost: string[];
  exitCode: number | null;
  /** Processes that outlived the agent. */
  orphans: string[];
};

/** What must return to its level before the load, with the allowance. */
const LEFT_OVER = { 'file descriptors': 4, handles: 6, processes: 0 } as const;
const CONNECTIONS = 'connections of Postgres';
const SAY_SECONDS = 60;
/** The distance between the workspace's posts, so that generations find free slots between them. */
const MINUTES_APART = 120;
/** The share of the time within which the tabs are opened: well within the settling time. */
const OPEN_SHARE = 0.05;
/**
 * The number of samples needed to decide whether a metric is flat, and how much longer than requested the load may last
 * to get them.
 */
const SAMPLES_MIN = 8;
const LONGER_SECONDS = 120;
const CALM_LOOK_MS = 1_000;
const GONE_LIMIT_MS = 10_000;

/** Loads the built agent like many users for the requested time, and measures it throughout. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  return withDataDir(async (dataDir) => {
    const world = await startWorld();
    try {
      await newWorkspace(dataDir);
      const agent = await startSoakAgent(dataDir, world.instagram.origin);
      try {
        return await loadAgent(options, agent, world, dataDir);
      } finally {
        await agent.stop();
      }
    } finally {
      await world.close();
    }
  });
}

async function loadAgent(
  options: SoakOptions,
  agent: SoakAgent,
  world: Awaited<ReturnType<typeof startWorld>>,
  dataDir: string,
): Promise<SoakReport> {
  const { seed, seconds, tabs, posts, work, say } = options;
  const account = { email: BENCH_EMAIL, password: BENCH_PASSWORD };
  await agent.call('/api/users', account);
  const database = openDatabase(dataDir);
  await seedTimeline(database, posts, MINUTES_APART).finally(() => database.close());
  say(`${posts} posts are there.`);
  const screens = options.screens ?? (await recordScreens(agent.url, account, say));
  const pid = agent.process.pid ?? 0;
  const times = timeRequests();
  const memberToken = await signInOnce(agent, account);
  const worker = await prepareWork({ agent, world, dataDir, memberToken, kinds: work, times, chance: seeded(seed) });
  const health = () => askHealth(agent.url, agent.token);
  const sampler = createSampler(pid, agent.inspector, health);
  const resting = createSampler(pid, agent.inspector, health);
  const before = await resting.take(0);

  const stop = new AbortController();
  const { signal } = stop;
  setMaxListeners(0, signal);
  options.ending?.addEventListener('abort', () => stop.abort());
  const load = Promise.all([
    worker.run(signal),
    ...Array.from({ length: tabs }, (_, tab) =>
      runTab({
        url: agent.url,
        key: agent.key,
        account,
        screens,
        times,
        chance: seeded(seed + tab),
        openWithinMs: OPEN_SHARE * seconds * 1000,
        signal,
      }),
    ),
  ]);
  await sampleFor(seconds, options, sampler, times, signal);
  stop.abort();
  await load;
  say('The load is over.');
  const lost = await worker.lost();
  const { after, leftOver } = await untilAtRest(before, resting, options);
  const family = await familyOf(pid);
  const exitCode = await agent.stop();
  return {
    flatness: [...sampler.series].map(([figure, points]) => [figure, flatnessOf(points, FIGURES[figure])]),
    leftOver,
    before,
    after,
    slow: times.slow(),
    routes: times.summary(),
    failures: times.failures,
    done: worker.done,
    lost,
    exitCode,
    orphans: await orphansOf(family),
  };
}

/** Measures all metrics repeatedly until there are enough samples, and prints them every minute. */
async function sampleFor(
  seconds: number,
  { sampleSeconds, say }: SoakOptions,
  sampler: Sampler,
  times: Times,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  let complete = 0;
  const isOver = () =>
    signal.aborted || (passed() >= seconds && (complete >= SAMPLES_MIN || passed() > seconds + LONGER_SECONDS));
  for (let said = 0; !isOver(); ) {
    const at = passed();
    const taken = await sampler.take(at).catch((error: Error) => times.fail(`a sample: ${error.message}`));
    // On a busy machine the agent cannot report all of them in time.
    if (taken && Object.keys(taken).length === Object.keys(FIGURES).length) complete += 1;
    if (taken && at - said >= SAY_SECONDS) {
      said = at;
      const figures = Object.entries(taken).map(([name, value]) => `${name} ${value.toFixed(0)}`);
      say(`${(at / 60).toFixed(0)} min: ${figures.join(', ')}`);
    }
    await delay(Math.max(0, sampleSeconds - (passed() - at)) * 1000, undefined, { signal }).catch(() => undefined);
  }
}

/** Waits until the resources that the load opened are closed again, for at most `calmMs`. */
async function untilAtRest(
  before: Rest,
  sampler: Sampler,
  { calmMs, idleConnections }: SoakOptions,
): Promise<{ after: Rest; leftOver: string[] }> {
  for (const deadline = Date.now() + calmMs; ; await delay(CALM_LOOK_MS)) {
    const after = await sampler.take(0);
    const compared = [
      { name: CONNECTIONS, allowed: idleConnections, was: before[CONNECTIONS], is: after[CONNECTIONS] },
      ...Object.entries(LEFT_OVER).map(([name, allowed]) => {
        const figure = name as keyof typeof LEFT_OVER;
        return { name, allowed, was: besideConnections(before, figure), is: besideConnections(after, figure) };
      }),
    ];
    const leftOver = compared
      .filter(({ allowed, was = 0, is = 0 }) => is > was + allowed)
      .map(({ name, was, is }) => `${name}: ${was} before, ${is} after`);
    if (leftOver.length === 0 || Date.now() > deadline) return { after, leftOver };
  }
}

/** Each connection is also a file, a handle and a process of Postgres, so connections are counted separately. */
function besideConnections(rest: Rest, figure: keyof typeof LEFT_OVER): number {
  return (rest[figure] ?? 0) - (rest[CONNECTIONS] ?? 0);
}

/** The processes that still exist some time after the agent has ended. */
async function orphansOf(family: readonly { pid: number; name: string }[]): Promise<string[]> {
  for (const deadline = Date.now() + GONE_LIMIT_MS; ; await delay(CALM_LOOK_MS)) {
    const left = family.filter(({ pid }) => isThere(pid));
    if (left.length === 0 || Date.now() > deadline) return left.map(({ pid, name }) => `${name} (${pid})`);
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function signInOnce(agent: SoakAgent, account: { email: string; password: string }): Promise<string> {
  const answer = await fetch(new URL('/auth/v1/token?grant_type=password', agent.url), {
    method: 'POST',
    headers: { apikey: agent.key, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}
