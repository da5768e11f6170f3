import { readdir, readFile, readlink } from 'node:fs/promises';
import { scratchPrefix } from '../helpers/run-processes.ts';

export type OwnProcess = { pid: number; parent: number; command: string };

/**
 * The processes (Linux) that belong to a data directory: those that name it, or a scratch folder of its script runs, in
 * their command line or environment, or work in it, with all that descend from them. Those that are over and wait for
 * their parent are none.
 */
export async function processesOf(dataDir: string): Promise<OwnProcess[]> {
  const marks = [dataDir, scratchPrefix(dataDir)];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const all = await Promise.all(
    pids.map(async (name) => {
      const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
      const [command = '', environment = '', status = ''] = await Promise.all(
        ['cmdline', 'environ', 'status'].map(read),
      );
      const folder = await readlink(`/proc/${name}/cwd`).catch(() => '');
      const [, state = 'X'] = /^State:\s+(\S)/m.exec(status) ?? [];
      return {
        pid: Number(name),
        parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]),
        command: command.replaceAll('\0', ' ').trim(),
        isOver: 'ZX'.includes(state),
        isMarked: marks.some((mark) => `${command} ${environment} ${folder}`.includes(mark)),
      };
    }),
  );
  const running = all.filter(({ isOver }) => !isOver);
  const roots = running.filter(({ isMarked }) => isMarked).map(({ pid }) => pid);
  return withDescendants(running, new Set(roots));
}

/** The processes of a data directory that do not descend from the agent that runs on it, which is none of them. */
export async function straysOf(dataDir: string, agent: number | null): Promise<OwnProcess[]> {
  const own = await processesOf(dataDir);
  const family = new Set(withDescendants(own, new Set(agent === null ? [] : [agent])).map(({ pid }) => pid));
  return own.filter(({ pid }) => !family.has(pid));
}

function withDescendants(all: readonly OwnProcess[], roots: ReadonlySet<number>): OwnProcess[] {
  const found = new Set(roots);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid)).map(({ pid, parent, command }) => ({ pid, parent, command }));
}
