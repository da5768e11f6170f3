import { readFile } from 'node:fs/promises';
import { AppError } from '../../errors.ts';

/** An account of the operating system. */
export type SystemUser = { name: string; uid: number; gid: number };

/**
 * The account that Postgres runs as when the agent runs as root, which Postgres refuses: `postgres` or `nobody`. Null when the agent is no
 * root, because then Postgres runs as the same user.
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

function parsePasswd(text: string): SystemUser[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    // macOS writes nobody as -2, which the kernel knows as 4294967294.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : [];
  });
}
