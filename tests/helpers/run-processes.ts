import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** What the scratch folders of an agent's script runs are called (server/features/scripts/run-files.ts). */
export function scratchPrefix(dataDir: string): string {
  return `la-run-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-`;
}

export type LeftOver = { processes: { pid: string; parent: string; command: string }[]; folders: string[] };

/** What an agent's script runs have on this (Linux) machine: processes, and temporary folders. */
export async function leftOfRuns(dataDir: string): Promise<LeftOver> {
  const prefix = scratchPrefix(dataDir);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const processes = pids.map(async (pid) => {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const command = await read('cmdline');
    if (!command.includes(prefix) && !(await read('environ')).includes(prefix)) return null;
    const [, parent = ''] = /^PPid:\s+(\d+)$/m.exec(await read('status')) ?? [];
    return { pid, parent, command: command.replaceAll('\0', ' ') };
  });
  return {
    processes: (await Promise.all(processes)).filter((found) => found !== null),
    folders: (await readdir(tmpdir())).filter((name) => name.startsWith(prefix)),
  };
}
