import { readlink } from 'node:fs/promises';
import { scratchPrefix } from '../helpers/run-processes.ts';
import { readOf, type SystemProcess, systemProcesses, withDescendants } from '../helpers/system-processes.ts';

/**
 * The processes (Linux) of a data directory: those that have it, or a scratch folder of its script runs, in their
 * command line or environment, or as their working directory, and all their descendants.
 */
export async function processesOf(dataDir: string): Promise<SystemProcess[]> {
  const marks = [dataDir, scratchPrefix(dataDir)];
  const all = (await systemProcesses()).filter(({ pid }) => pid !== process.pid);
  const marked = await Promise.all(
    all.map(async ({ pid, command }) => {
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      const said = `${command} ${await readOf(pid, 'environ')} ${folder}`;
      return marks.some((mark) => said.includes(mark)) ? [pid] : [];
    }),
  );
  return withDescendants(all, marked.flat());
}

/** The processes of a data directory that are neither its running agent nor descend from it. */
export async function straysOf(dataDir: string, agent: number | null): Promise<SystemProcess[]> {
  const own = await processesOf(dataDir);
  const family = withDescendants(own, agent === null ? [] : [agent]);
  return own.filter((one) => !family.includes(one));
}
