import { readdir, readFile } from 'node:fs/promises';

export type SystemProcess = { pid: number; parent: number; name: string; command: string };

/** All processes of this (Linux) machine, except zombies. */
export async function systemProcesses(): Promise<SystemProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(readProcess));
  return all.filter((one) => one !== null);
}

async function readProcess(pid: string): Promise<SystemProcess | null> {
  const [command, status] = await Promise.all([readOf(pid, 'cmdline'), readOf(pid, 'status')]);
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
  if (status === '' || /[ZX]/.test(field('State'))) return null;
  return {
    pid: Number(pid),
    parent: Number(field('PPid')),
    name: field('Name'),
    command: command.replaceAll('\0', ' '),
  };
}

/** A file of a process in /proc; empty if the process has ended, or the file may not be read. */
export function readOf(pid: string | number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}

/** The processes with these ids in a list, and all their descendants. */
export function withDescendants<P extends SystemProcess>(all: readonly P[], roots: Iterable<number>): P[] {
  const found = new Set(roots);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}
