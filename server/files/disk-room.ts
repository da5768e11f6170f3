import { statfs } from 'node:fs/promises';

/** Free bytes of a folder's disk, and the reserve for the database. */
type DiskRoom = { freeBytes: number; reserveBytes: number };
/** Queries the disk of a folder; null if the system does not report it. Replaceable in tests. */
export type AskDiskRoom = (folder: string) => Promise<DiskRoom | null>;

/** The reserve keeps the database running, which stops when its disk is full. */
const RESERVE_MAX_BYTES = 500_000_000;
/** On a small disk, the reserve is this share of it. */
const RESERVE_SHARE = 0.05;

export const diskRoom: AskDiskRoom = (folder) =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({
      freeBytes: bavail * bsize,
      reserveBytes: Math.min(RESERVE_MAX_BYTES, Math.floor(blocks * bsize * RESERVE_SHARE)),
    }),
    () => null,
  );

/** Whether a file of `bytes` leaves the reserve free. */
export function hasRoomFor(room: DiskRoom | null, bytes: number): boolean {
  return room === null || room.freeBytes - bytes >= room.reserveBytes;
}
