import { readFile } from 'node:fs/promises';

/** How often it is read, and for how long it is kept, in milliseconds. */
const LOOK_MS = 500;
const KEPT_MS = 120_000;
/** Postgres has a process for each connection, which come and go. */
const LOOKS_PER_SEARCH = 10;
const MS_PER_NS = 1e-6;

/** Who a request goes through: this process, the agent and Postgres. */
type Reading = { at: number; own: number; agent: number; servers: ReadonlyMap<number, number> };

/**
 * Watches for how long the processes of a request were ready to run and had no processor, because the machine was busy
 * with something else. Linux says it of each thread; elsewhere it is 0.
 */
export function watchWaiting(agentPid: number, serversOf: () => Promise<readonly number[]>) {
  const readings: Reading[] = [];
  let servers: readonly number[] = [];
  let looks = 0;
  let reading: Promise<void> | null = null;
  const read = async () => {
    if (looks++ % LOOKS_PER_SEARCH === 0) servers = await serversOf();
    const [own, agent] = await Promise.all([waitedMs(process.pid), waitedMs(agentPid)]);
    const all = await Promise.all(servers.map(async (pid) => [pid, await waitedMs(pid)] as const));
    readings.push({ at: performance.now(), own, agent, servers: new Map(all) });
    while ((readings[0]?.at ?? 0) < performance.now() - KEPT_MS) readings.shift();
  };
  const look = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  const timer = setInterval(look, LOOK_MS);

  return {
    /** How much of the time since `began` waiting explains at most, in milliseconds. */
    async since(began: number): Promise<number> {
      await look();
      const first = readings.findLast(({ at }) => at <= began) ?? readings[0];
      const last = readings.at(-1);
      if (!first || !last) return 0;
      const ofServers = [...last.servers].map(([pid, waited]) => waited - (first.servers.get(pid) ?? waited));
      return last.own - first.own + (last.agent - first.agent) + Math.max(0, ...ofServers);
    },
    stop: () => clearInterval(timer),
  };
}
export type Waiting = ReturnType<typeof watchWaiting>;

/** How long a process's main thread has waited for a processor since it began. */
async function waitedMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * MS_PER_NS;
}
