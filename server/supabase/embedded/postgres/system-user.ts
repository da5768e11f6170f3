import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../errors.ts';

/** An operating system account. */
export type SystemUser = { name: string; uid: number; gid: number };

/**
 * The account that Postgres runs as when the agent runs as root, because Postgres refuses to run as root: `postgres` or
 * `nobody`; AppError unavailable if neither exists. Null when the agent is not root: Postgres then runs as the same
 * user.
 */
export async function postgresUser(uid: number | undefined = process.getuid?.()): Promise<SystemUser | null> {
  if (uid !== 0) return null;
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  const found = ['postgres', '_postgres', 'nobody']
    .map((name) => accounts.find((account) => account.name === name))
    .find(Boolean);
  if (found) return found;
  throw new AppError(
    'unavailable',
    'PostgreSQL does not run as root and this machine has no user "postgres" or "nobody". Start local-agent as an ordinary user.',
  );
}

/** The owner of a folder; null if it does not exist or belongs to root. */
export async function ownerOf(folder: string): Promise<SystemUser | null> {
  const owner = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return owner && owner.uid !== 0 ? { name: `the user ${owner.uid}`, uid: owner.uid, gid: owner.gid } : null;
}

/** Changes the owner of a folder and its contents. */
export async function giveTo(user: Pick<SystemUser, 'uid' | 'gid'>, folder: string): Promise<void> {
  await chown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? giveTo(user, path) : lchown(path, user.uid, user.gid));
  }
}

function parsePasswd(text: string): SystemUser[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    // macOS lists nobody as -2, which is 4294967294 to the kernel.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : [];
  });
}
