import { type ChildProcess, spawn } from 'node:child_process';
import { AppError } from '../../../errors.ts';
import type { Binaries } from './binaries.ts';
import type { SystemUser } from './system-user.ts';

/**
 * Creates a database cluster in an empty folder that belongs to `user`. Local connections are trusted, because the
 * socket is in a private folder; loopback connections (Windows) need the random password. AppError unavailable with
 * initdb's message; an error with the code ENOSPC for a full disk; the signal's reason once it is aborted, when initdb
 * and its children have been killed.
 */
export async function initdb(
  binaries: Binaries,
  folder: string,
  passwordFile: string,
  user: SystemUser | null,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
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
      // A separate process group, so that it can be killed together with the servers that it starts.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { LC_ALL: 'C', PATH: '', TZ: 'UTC' },
      ...(user && { uid: user.uid, gid: user.gid }),
    },
  );
  const abandon = () => killGroup(child);
  process.once('exit', abandon);
  signal?.addEventListener('abort', abandon);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done)).finally(
    () => {
      process.off('exit', abandon);
      signal?.removeEventListener('abort', abandon);
    },
  );
  signal?.throwIfAborted();
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

function killGroup(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) {
    child.kill();
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
