import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { type Check, fail, ok, warn } from './check.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;
/** With less free space, the database cannot run. Its own limit, LEAST_FREE_BYTES in database-error.ts, is lower. */
export const DISK_FAIL_BYTES = 200 * MB;
const DISK_WARN_BYTES = 2 * GB;
/** The agent and the database take about 150 MB, a browser another 300 MB. */
const MEMORY_WARN_BYTES = 600 * MB;

export function checkNode(): Check {
  return ok('Node', `${process.version} on ${process.platform} ${process.arch}`);
}

/** Whether the data directory can be written or created. */
export async function checkDataDirectory(dataDir: string): Promise<Check> {
  const name = 'Data directory';
  const remedy = 'Give this user write access, or choose another with --data-dir.';
  const existing = await nearestExisting(dataDir);
  const isFolder = (await stat(existing)).isDirectory();
  if (!isFolder) return fail(name, `${existing} is a file`, 'Choose another with --data-dir.');
  const isWritable = await access(existing, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return fail(name, `${existing} cannot be written`, remedy);
  return ok(name, existing === dataDir ? dataDir : `${dataDir} (created at the first start)`);
}

export async function checkDisk(dataDir: string): Promise<Check> {
  const free = await freeBytes(dataDir);
  const detail = `${inWords(free)} free`;
  const remedy = 'Free some space, or choose another disk with --data-dir.';
  if (free < DISK_FAIL_BYTES) return fail('Disk', detail, remedy);
  return free < DISK_WARN_BYTES ? warn('Disk', detail, remedy) : ok('Disk', detail);
}

/** Free bytes on the disk of the data directory, which may not exist yet. */
export async function freeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(await nearestExisting(dataDir));
  return bavail * bsize;
}

/** Whether there is enough memory for a browser in addition to the agent. */
export async function checkMemory(): Promise<Check> {
  const available = await availableMemory();
  const detail = `${inWords(available)} of ${inWords(totalmem())} available`;
  if (available >= MEMORY_WARN_BYTES) return ok('Memory', detail);
  return warn('Memory', detail, 'Close other programs before you run scripts: a browser takes about 300 MB.');
}

/** On Linux the available memory, including caches; elsewhere the free memory. */
async function availableMemory(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1];
  return kilobytes ? Number(kilobytes) * 1024 : freemem();
}

async function nearestExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : nearestExisting(dirname(path));
}

function inWords(bytes: number): string {
  return bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.round(bytes / MB)} MB`;
}
