import { statfs } from 'node:fs/promises';
import { directoryError } from '../../../data-directory/data-directory.ts';
import { AppError } from '../../../errors.ts';
import type { Address } from './postmaster.ts';

/** PostgreSQL writes its WAL in 16 MB segments and stops when the next one does not fit. */
const LEAST_FREE_BYTES = 20 * 1024 * 1024;
/** Not running, unreachable, access denied (28xxx), or no such database (3D000). */
const CONNECTION_FAULT = /^(E[A-Z]+|08006|28P01|28000|3D000)$/;

/**
 * Turns an error from opening the database into an AppError with a one-line remedy. `folder` holds the embedded
 * database; `external` is the address of the external one, if it is used instead. An unexpected error is returned
 * unchanged.
 */
export async function databaseError(error: unknown, folder: string, external: Address | null): Promise<unknown> {
  const code = String((error as { code?: unknown } | null)?.code);
  if (external) return CONNECTION_FAULT.test(code) ? unusable(external, error) : error;
  if (error instanceof AppError) return error;
  if (code === '53100' || (await isFull(folder))) {
    return directoryError(folder, Object.assign(new Error('disk full', { cause: error }), { code: 'ENOSPC' }));
  }
  if (code === '08006') {
    return new AppError(
      'unavailable',
      `PostgreSQL stopped while its database in ${folder} was being prepared. Start local-agent again.`,
      { cause: error },
    );
  }
  return /^E[A-Z]+$/.test(code) ? directoryError(folder, error) : error;
}

async function isFull(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < LEAST_FREE_BYTES,
    () => false,
  );
}

function unusable({ host, port, user, database }: Address, cause: unknown): AppError {
  const { message } = cause as Error;
  return new AppError(
    'unavailable',
    `The PostgreSQL of LOCAL_AGENT_DATABASE_URL (${host}:${port}, user ${user}, database ${database}) cannot be used: ${message}. Check the address, the user and the password, and that it is running.`,
    { cause },
  );
}
