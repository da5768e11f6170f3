import { spawn } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import type { Binaries } from './binaries.ts';
import type { SystemUser } from './system-user.ts';

/** Creates the cluster when it is not there; a creation broken off half-way is made anew. AppError unavailable when it is of another major version. */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  user: SystemUser | null,
  password: string,
): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES') return null;
    throw error;
  });
  if (version === null) return createCluster(cluster, binaries, user, password);
  const major = Number.parseInt(version, 10);
  if (major === binaries.major) return;
  throw new AppError(
    'unavailable',
    major > binaries.major
      ? `The database in ${cluster} was made by a newer local-agent (PostgreSQL ${major}, this one has ${binaries.major}). Update local-agent, or choose another --data-dir.`
      : `The database in ${cluster} is of PostgreSQL ${major}, and this local-agent brings ${binaries.major}. Start the version of local-agent that made it, or choose another --data-dir.`,
  );
}

async function createCluster(
  cluster: string,
  binaries: Binaries,
  user: SystemUser | null,
  password: string,
): Promise<void> {
  const partial = `${cluster}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const passwordFile = join(partial, '..', '.initdb-password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (user) {
      await chown(partial, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await initdb(binaries, partial, passwordFile, user);
    await rename(partial, cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Local connections are trusted, since the socket lies in a private folder; loopback ones (Windows) need the random password. */
async function initdb(
  binaries: Binaries,
  folder: string,
  passwordFile: string,
  user: SystemUser | null,
): Promise<void> {
  const child = spawn(
    binaries.initdb,
    [
      '-D',
      folder,
      '-U',
      'postgres',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--no-instructions',
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { LC_ALL: 'C', PATH: '', TZ: 'UTC' },
      ...(user && { uid: user.uid, gid: user.gid }),
    },
  );
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  if (code === 0) return;
  if (/No space left|wrote only \d+ of/i.test(complaint)) throw Object.assign(new Error(complaint), { code: 'ENOSPC' });
  const reason =
    complaint
      .trim()
      .split('\n')
      .find((line) => /error|fatal|could not/i.test(line)) ?? `exit code ${code}`;
  throw new AppError('unavailable', `PostgreSQL could not create its database in ${folder}: ${reason}`, {
    cause: new Error(complaint),
  });
}
