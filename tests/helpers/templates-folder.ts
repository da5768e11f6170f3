import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The environment variable for the folder in which a run's processes keep the databases that they copy, and browser
 * profiles.
 */
export const TEMPLATES = 'TEST_DATABASE_TEMPLATES';

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';
/**
 * A short name, because the length of socket paths below it is limited. It contains the id of the process that created
 * it.
 */
const IN_MEMORY = /^la-(\d+)-\w+$/;
const GIGABYTE = 1024 ** 3;
/** The space that a run may need in it, and the memory that browsers and databases need in addition. */
const NEEDED = { folder: 4 * GIGABYTE, memory: 8 * GIGABYTE };

/**
 * Creates that folder before a run, and removes it afterwards. Other users may traverse it, as Postgres' own user has
 * to. If there is enough memory, it and all other temporary files are kept in memory: creating and deleting them on a
 * disk takes a tenth of a run's work.
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
  // Like /tmp, because tests also run programs as other users.
  await chmod(folder, 0o1777);
  return folder;
}

/** Whether it is large enough and programs may be run from it; in a container it is often neither. */
async function isRoomy(): Promise<boolean> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  const [, , type, options = ''] = mounts.findLast(([, at]) => at === MEMORY) ?? [];
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = await statfs(MEMORY);
  return bavail * bsize >= NEEDED.folder && freemem() >= NEEDED.memory;
}

/** Removes the folders of killed runs. */
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
