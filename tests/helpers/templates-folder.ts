import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable that names the folder in which a run's processes keep the databases that they copy, and browsers' profiles. */
export const TEMPLATES = 'TEST_DATABASE_TEMPLATES';

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';
/** A short name: sockets lie below it. The process that made it is in it. */
const IN_MEMORY = /^la-(\d+)-\w+$/;
const GIGABYTE = 1024 ** 3;
/** What a run may need of it, and what browsers and databases need besides. */
const NEEDED = { folder: 4 * GIGABYTE, memory: 8 * GIGABYTE };

/**
 * Makes that folder before a run, and removes it after. Others may pass through: Postgres' own user has to. Where there
 * is memory enough, it and all other temporary files lie there: making and deleting them on a disk takes a tenth of a
 * run's work.
 */
export default async function setup() {
  const memory = process.env.TMPDIR ? null : await makeInMemory();
  if (memory) process.env.TMPDIR = memory;
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-test-templates-'));
  await chmod(folder, 0o711);
  process.env[TEMPLATES] = folder;
  return async () => {
    // Browsers end a moment after their workers.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    if (!memory) return;
    delete process.env.TMPDIR;
    await rm(memory, { recursive: true, force: true, maxRetries: 3 });
  };
}

async function makeInMemory(): Promise<string | null> {
  if (process.platform !== 'linux' || !(await isRoomy().catch(() => false))) return null;
  await removeAbandoned();
  const folder = await mkdtemp(join(MEMORY, `la-${process.pid}-`));
  // As /tmp is: tests run programs as other users, too.
  await chmod(folder, 0o1777);
  return folder;
}

/** Whether it is a memory of some size from which programs may be run; a container's often is neither. */
async function isRoomy(): Promise<boolean> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  const [, , type, options = ''] = mounts.findLast(([, at]) => at === MEMORY) ?? [];
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = await statfs(MEMORY);
  return bavail * bsize >= NEEDED.folder && freemem() >= NEEDED.memory;
}

/** What killed runs have left. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const [, pid] = IN_MEMORY.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
