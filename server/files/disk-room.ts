import { statfs } from 'node:fs/promises';

/** Of a folder's disk, in bytes: what is free, and how much of that is left to the database. */
type DiskRoom = { freeBytes: number; reserveBytes: number };
/** Null where the system does not say. Tests bring their own. */
export type AskDiskRoom = (folder: string) => Promise<DiskRoom | null>;

/** The database stops when its disk is full. */
const RESERVE_MAX_BYTES = 500_000_000;
/** On a small disk the reserve is a share of it. */
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
