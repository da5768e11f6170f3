import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAgentProcess } from './agent-process.ts';
import { byDepth } from './depth.ts';
import { withDataDir } from './workspace.ts';

const SETTLE_MS = byDepth(10_000, 500);
const AIM_MB = 250;

/**
 * Memory of an idle agent and its Postgres ten seconds after start, as proportional set size, so that pages shared by
 * Postgres processes count once. Linux only, since it reads /proc.
 */
export async function benchMemory(): Promise<Record<string, string>[]> {
  if (process.platform !== 'linux') return [];
  return withDataDir(async (dataDir) => {
    const agent = await startAgentProcess(dataDir);
    try {
      await sleep(SETTLE_MS);
      const processes = await familyOf(agent.process.pid ?? 0);
      const sizes = await Promise.all(processes.map(async (pid) => ({ pid, mb: await proportionalMb(pid) })));
      const node = sizes.find(({ pid }) => pid === agent.process.pid)?.mb ?? 0;
      const all = sizes.reduce((sum, { mb }) => sum + mb, 0);
      const row = (what: string, mb: number, aim = '') => ({ what, 'PSS (MB)': mb.toFixed(0), 'aim (MB)': aim });
      return [row('agent', node), row('Postgres', all - node), row('together', all, String(AIM_MB))];
    } finally {
      await agent.stop();
    }
  });
}

async function familyOf(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '');
    parents.set(Number(entry), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
  }
  const family = [root];
  for (const pid of family) family.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  return family;
}

/** The proportional set size of a process in MB; 0 if it has exited. Linux only. */
export async function proportionalMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
}
