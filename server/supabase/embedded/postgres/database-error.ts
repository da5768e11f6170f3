import { statfs } from 'node:fs/promises';
import { directoryError } from '../../../data-directory/data-directory.ts';
import { AppError } from '../../../errors.ts';
import type { Address } from './postmaster.ts';

/** PostgreSQL writes its log in pieces of 16 MB and stops without room for one. */
const LEAST_FREE_BYTES = 20 * 1024 * 1024;
/** Not there, not reachable, not for this user (28xxx), no such database. */
const CONNECTION_FAULT = /^(E[A-Z]+|08006|28P01|28000|3D000)$/;

/**
 * Turns what went wrong while the database was opened into one line with its remedy. `folder` is where the embedded one
 * lies, `external` the address of another that was to be used instead. An unexpected error is returned as it
 * is.
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
