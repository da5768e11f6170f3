import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../bench/database.ts';
import { seedTimeline } from '../../bench/job-tick.ts';
import { BENCH_EMAIL, BENCH_PASSWORD, withDataDir } from '../../bench/workspace.ts';
import { uiConfigSchema } from '../../shared/agent/agent-api.ts';
import { apiOf } from '../faults/load.ts';
import { startCli, stopCli } from '../helpers/cli.ts';
import { seeded } from '../helpers/seeded.ts';
import { newWorkspace } from '../helpers/workspace.ts';
import { type Flatness, flatnessOf } from './flatness.ts';
import { askHealth, createSampler, FIGURES, type Figure, familyOf, type Sampler } from './samples.ts';
import { type Counts, countRequests, runTab } from './tabs.ts';
import { prepareWork, startWorld, type WorkKind } from './work.ts';

type SoakOptions = {
  seed: number;
  seconds: number;
  tabs: number;
  /** Posts that the workspace holds. */
  posts: number;
  sampleSeconds: number;
  work: readonly WorkKind[];
  /** Within which a tab asks all that it asks once, in milliseconds. */
  roundMs: number;
  /** How long what was left idle may stay open at the end, in milliseconds. */
  calmMs: number;
  /** Connections to Postgres that may be there more than before the load then: idle ones are closed after a minute. */
  idleConnections: number;
  /** Ends the load early. */
  ending?: AbortSignal;
  /** Called with a line now and then. */
  say(line: string): void;
};

/** What of the agent is there at rest: before the load, and after it. */
type Rest = Partial<Record<Figure, number>>;
export type SoakReport = {
  flatness: [figure: Figure, flatness: Flatness][];
  /** What is there more than before the load, by more than is allowed. */
  leftOver: string[];
  before: Rest;
  after: Rest;
  /** Requests of the tabs that were answered. */
  answered: number;
  failures: ReadonlyMap<string, number>;
  done: ReadonlyMap<string, number>;
  /** Posts that did not reach their platform once. */
  lost: string[];
  exitCode: number | null;
  /** Processes that outlived the agent. */
  orphans: string[];
};

/** What has to come back to where it was before the load, with how much more there may be. */
const LEFT_OVER = { 'file descriptors': 4, handles: 6, processes: 0 } as const;
const CONNECTIONS = 'connections of Postgres';
const SAY_SECONDS = 60;
/** Posts of the workspace, so that generations find room between them. */
const MINUTES_APART = 120;
/** The share of the time within which the tabs are opened: well within that of settling. */
const OPEN_SHARE = 0.05;
/** So many samples tell whether a figure is flat; for them the load may last longer than was asked for by so much. */
const SAMPLES_MIN = 8;
const LONGER_SECONDS = 120;
const CALM_LOOK_MS = 1_000;
const GONE_LIMIT_MS = 10_000;

/** The built agent as people start it, on a data directory. */
async function startSoakAgent(dataDir: string) {
  const started = await startCli(dataDir, ['--log-level', 'silent']);
  const { url } = started.report;
  const { supabaseKey: key } = uiConfigSchema.parse(await (await fetch(`${url}/config.json`)).json());
  const api = await apiOf(dataDir, url);
  return {
    url,
    token: api.token,
    key,
    process: started.child,
    /** Sends JSON with the agent token. Throws what the agent says where it refuses. */
    async call(path: string, body?: unknown): Promise<unknown> {
      const answer = await api.call(path, body);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
      return text === '' ? null : JSON.parse(text);
    },
    /** Ends it in order; its exit code, null where it had to be killed. */
    stop: async () => (await stopCli(started)).code,
  };
}
export type SoakAgent = Awaited<ReturnType<typeof startSoakAgent>>;

/** Loads the built agent as many people would for as long as is asked for, and measures it all the time. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  return withDataDir(async (dataDir) => {
    const world = await startWorld();
    try {
      await newWorkspace(dataDir);
      const agent = await startSoakAgent(dataDir);
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
  const { seed, seconds, tabs, posts, roundMs, work, say } = options;
  const account = { email: BENCH_EMAIL, password: BENCH_PASSWORD };
  await agent.call('/api/users', account);
  const database = openDatabase(dataDir);
  await seedTimeline(database, posts, MINUTES_APART).finally(() => database.close());
  say(`${posts} posts are there.`);
  const pid = agent.process.pid ?? 0;
  const counts = countRequests();
  const memberToken = await signInOnce(agent, account);
  const worker = await prepareWork({ agent, world, memberToken, kinds: work, counts, chance: seeded(seed) });
  const health = () => askHealth(agent.url, agent.token);
  const sampler = createSampler(pid, health);
  const resting = createSampler(pid, health);
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
        roundMs,
        counts,
        chance: seeded(seed + tab),
        openWithinMs: OPEN_SHARE * seconds * 1000,
        signal,
      }),
    ),
  ]);
  await sampleFor(seconds, options, sampler, counts, signal);
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
    answered: counts.answered,
    failures: counts.failures,
    done: worker.done,
    lost,
    exitCode,
    orphans: await orphansOf(family),
  };
}

/** Takes all figures again and again until there are enough of each, and says them every minute. */
async function sampleFor(
  seconds: number,
  { sampleSeconds, say }: SoakOptions,
  sampler: Sampler,
  counts: Counts,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  let complete = 0;
  const isOver = () =>
    signal.aborted || (passed() >= seconds && (complete >= SAMPLES_MIN || passed() > seconds + LONGER_SECONDS));
  for (let said = 0; !isOver(); ) {
    const at = passed();
    const taken = await sampler.take(at).catch((error: Error) => counts.fail(`a sample: ${error.message}`));
    // On a busy machine the agent cannot say all of it in time.
    if (taken && Object.keys(taken).length === Object.keys(FIGURES).length) complete += 1;
    if (taken && at - said >= SAY_SECONDS) {
      said = at;
      const figures = Object.entries(taken).map(([name, value]) => `${name} ${value.toFixed(0)}`);
      say(`${(at / 60).toFixed(0)} min: ${figures.join(', ')}`);
    }
    await delay(Math.max(0, sampleSeconds - (passed() - at)) * 1000, undefined, { signal }).catch(() => undefined);
  }
}

/** Waits until what the load had open is closed again, for at most `calmMs`. */
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

/** Each connection is a file, a handle and a process of Postgres: how many there are is asked by itself. */
function besideConnections(rest: Rest, figure: keyof typeof LEFT_OVER): number {
  return (rest[figure] ?? 0) - (rest[CONNECTIONS] ?? 0);
}

/** Which of these processes are still there, some time after the agent has ended. */
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
