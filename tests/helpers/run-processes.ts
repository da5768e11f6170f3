import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { readOf, type SystemProcess, systemProcesses } from './system-processes.ts';

/** The prefix of the scratch folders of an agent's script runs (server/features/scripts/run-files.ts). */
export function scratchPrefix(dataDir: string): string {
  return `la-run-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-`;
}

/** What an agent's script runs have left on this (Linux) machine: processes, and temporary folders. */
export async function leftOfRuns(dataDir: string): Promise<{ processes: SystemProcess[]; folders: string[] }> {
  const prefix = scratchPrefix(dataDir);
  const found = await Promise.all(
    (await systemProcesses()).map(async (one) =>
      one.command.includes(prefix) || (await readOf(one.pid, 'environ')).includes(prefix) ? [one] : [],
    ),
  );
  return { processes: found.flat(), folders: (await readdir(tmpdir())).filter((name) => name.startsWith(prefix)) };
}
