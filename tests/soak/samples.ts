import { DEEP_HEALTH_PATH, type DeepHealth, deepHealthSchema } from '../../shared/agent/health.ts';
import { readOf, type SystemProcess, systemProcesses, withDescendants } from '../helpers/system-processes.ts';
import type { Allowance, Point } from './flatness.ts';
import type { Inspector } from './inspector.ts';

const MB = 1024 ** 2;

/**
 * The metrics that must stay flat, and how far they may rise. Memory is in MB. Postgres' memory excludes the buffers
 * that its processes share, whose size is fixed.
 */
export const FIGURES = {
  'heap after collection (MB)': { share: 0.1, amount: 8 },
  'memory of the agent (MB)': { share: 0.15, amount: 40 },
  'memory of Postgres (MB)': { share: 0.15, amount: 15 },
  'file descriptors': { share: 0.1, amount: 8 },
  handles: { share: 0.15, amount: 10 },
  'connections of Postgres': { share: 0, amount: 2 },
  processes: { share: 0.2, amount: 3 },
  'event loop late, p99 (ms)': { share: 0.5, amount: 100 },
} as const satisfies Record<string, Allowance>;
export type Figure = keyof typeof FIGURES;

export type Sampler = {
  /** Measures all metrics once. `at` is in seconds. */
  take(at: number): Promise<Partial<Record<Figure, number>>>;
  series: ReadonlyMap<Figure, readonly Point[]>;
};

/** Measures an agent and all processes that it has started. Linux only, since it reads /proc. */
export function createSampler(pid: number, inspector: Inspector, askHealth: () => Promise<DeepHealth>): Sampler {
  const series = new Map<Figure, Point[]>();
  return {
    series,
    async take(at) {
      const taken = await figuresOf(pid, inspector, askHealth);
      for (const [name, value] of Object.entries(taken)) {
        const figure = name as Figure;
        const points = series.get(figure) ?? [];
        series.set(figure, points);
        points.push({ at, value });
      }
      return taken;
    },
  };
}

/** Requests the agent's health, with its token. */
export async function askHealth(url: string, token: string): Promise<DeepHealth> {
  const answer = await fetch(new URL(DEEP_HEALTH_PATH, url), { headers: { authorization: `Bearer ${token}` } });
  return deepHealthSchema.parse(await answer.json());
}

async function figuresOf(
  pid: number,
  inspector: Inspector,
  ask: () => Promise<DeepHealth>,
): Promise<Partial<Record<Figure, number>>> {
  const { database, process: own } = await ask();
  const family = await familyOf(pid);
  const servers = family.filter(({ name }) => name.startsWith('postgres'));
  const anonymous = await Promise.all(servers.map((one) => anonymousMb(one.pid)));
  return {
    'heap after collection (MB)': (await inspector.heapAfterCollection()) / MB,
    'memory of Postgres (MB)': anonymous.reduce((sum, mb) => sum + mb, 0),
    processes: family.length,
    ...(database?.connections && { 'connections of Postgres': database.connections.used }),
    ...(own && {
      'memory of the agent (MB)': own.rssBytes / MB,
      handles: Object.values(own.handles).reduce((sum, count) => sum + count, 0),
      'event loop late, p99 (ms)': own.eventLoopDelayMs.p99,
    }),
    ...(own?.fileDescriptors != null && { 'file descriptors': own.fileDescriptors }),
  };
}

/** A process and all its descendants. */
export async function familyOf(root: number): Promise<SystemProcess[]> {
  return withDescendants(await systemProcesses(), [root]);
}

/** A process's private memory, in MB; 0 if it has ended. */
async function anonymousMb(pid: number): Promise<number> {
  const rollup = await readOf(pid, 'smaps_rollup');
  return Number(/^Pss_Anon:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
}
