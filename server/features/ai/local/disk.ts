import { statfs } from 'node:fs/promises';
import { AppError } from '../../../errors.ts';
import { cannotWrite, diskFull, noRoom } from './messages.ts';

/** Free bytes on a folder's disk; null when the system does not report them. Replaceable in tests. */
export type FreeBytes = (folder: string) => Promise<number | null>;

/** Reserved for everything else: the database stops when its disk is full. */
const RESERVE_BYTES = 500_000_000;

export const freeBytesOf: FreeBytes = (folder) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );

/** AppError unavailable when the disk of `folder` has fewer than `needed` bytes plus the reserve. */
export async function assertRoom(folder: string, needed: number, freeBytes: FreeBytes): Promise<void> {
  const free = await freeBytes(folder);
  if (free !== null && free < needed + RESERVE_BYTES) {
    throw new AppError('unavailable', noRoom(folder, needed + RESERVE_BYTES, free));
  }
}

/** An AppError with a message for the user if a write failed; null for other errors. */
export function writeFailure(error: unknown, folder: string): AppError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('unavailable', diskFull(folder), { cause: error });
  if (!/^(EACCES|EPERM|EROFS|ENOTDIR|EISDIR)$/.test(code)) return null;
  return new AppError('unavailable', cannotWrite(folder, code), { cause: error });
}
