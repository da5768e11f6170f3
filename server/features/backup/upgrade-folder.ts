import { createWriteStream } from 'node:fs';
import { lstat, mkdir, opendir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DUMP_FILE, parseUpgradeFolder } from '../../data-directory/backups-folder.ts';
import { lastVersionOn } from '../../data-directory/data-directory.ts';
import { AppError } from '../../errors.ts';
import { openBelow } from '../../files/file-tree.ts';
import { STATE_FILE_MAX_BYTES } from '../../supabase/embedded/upgrade/safety-backup.ts';
import { type Manifest, mayHold } from './manifest.ts';
import { damaged, notUpgradeFolder } from './messages.ts';

/** The folders whose small files are restored. `uploads` is not: unfinished uploads have changed since. */
const TAKEN_FOLDERS = ['channels', 'sessions', 'webhooks', 'agents'];
const ENTRIES_MAX = 30_000;
/** Interval of bytes unpacked between checks of the disk space. */
const ROOM_STEP_BYTES = 64 * 1024 * 1024;

/** Rejects when there is no space for a database with a dump of this size. */
type AssertRoom = (databaseBytes: number) => Promise<void>;

export type UpgradeFolder = {
  createdAt: string;
  /** The local-agent before the upgrade; null when unknown. */
  version: string | null;
  /** Whether it contains the keys and log-ins. */
  includesSecrets: boolean;
  database: { bytes: number };
  /** The files to restore, by their paths in the data directory, with the dump. */
  parts: Manifest['parts'];
};

/**
 * Reads a folder that an upgrade wrote before it began (upgrade/safety-backup.ts), and unpacks its dump once to verify
 * it. It must belong to this user, be named after its time, and contain no links and no large files but the dump.
 * AppError bad_input, or that of `assertRoom`.
 */
export async function readUpgradeFolder(folder: string, assertRoom: AssertRoom): Promise<UpgradeFolder> {
  const named = parseUpgradeFolder(basename(folder));
  if (!named) throw notUpgradeFolder(folder, 'its name is not before-upgrade-<version>-to-<version>-<time>');
  await assertOwnFolder(folder, '');
  const parts: Manifest['parts'] = [];
  let hasDump = false;
  for (const path of await listEntries(folder)) {
    const isDump = path === DUMP_FILE;
    if (!isDump && !mayHold({ includesSecrets: true }, path)) continue;
    const size = await sizeOf(folder, path, isDump ? Number.POSITIVE_INFINITY : STATE_FILE_MAX_BYTES);
    parts.push({ path, size });
    hasDump ||= isDump;
  }
  if (!hasDump) throw notUpgradeFolder(folder, `${DUMP_FILE} is missing`);
  return {
    createdAt: named.createdAt,
    version: await lastVersionOn(folder).catch(() => null),
    includesSecrets: parts.some(({ path }) => path === 'keys.json'),
    database: { bytes: await unpackedBytes(folder, assertRoom) },
    parts,
  };
}

/** Copies one of its files. AppError bad_input when it has changed since it was read. */
export async function takeFile(folder: string, { path, size }: Manifest['parts'][number], to: string): Promise<void> {
  const file = await openOwn(folder, path);
  let read = 0;
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const bytes = file.createReadStream({ autoClose: false, start: 0, end: size });
    await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
    read = bytes.bytesRead;
  } finally {
    await file.close();
  }
  if (read !== size) throw damaged(`"${path}" changes while it is read`);
}

/** The files at its top level and in the restored folders. Links and devices are refused everywhere. */
async function listEntries(folder: string): Promise<string[]> {
  const paths: string[] = [];
  let entries = 0;
  for (const below of ['', ...TAKEN_FOLDERS]) {
    if (below && !(await lstat(join(folder, below)).catch(() => null))) continue;
    if (below) await assertOwnFolder(folder, below);
    for await (const entry of await opendir(join(folder, below))) {
      entries += 1;
      if (entries > ENTRIES_MAX) throw notUpgradeFolder(folder, 'it contains too many files');
      const path = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isFile()) paths.push(path);
      else if (!entry.isDirectory()) throw notUpgradeFolder(folder, `"${path}" is a link or no ordinary file`);
    }
  }
  return paths.sort();
}

async function assertOwnFolder(folder: string, below: string): Promise<void> {
  const found = await lstat(join(folder, below)).catch((cause: unknown) => {
    throw notUpgradeFolder(folder, 'it cannot be read', cause);
  });
  if (!found.isDirectory()) throw notUpgradeFolder(folder, `${below ? `"${below}"` : 'it'} is a link or no folder`);
  assertOwn(folder, below || 'it', found.uid);
}

function assertOwn(folder: string, what: string, uid: number): void {
  if (uid !== (process.getuid?.() ?? uid)) throw notUpgradeFolder(folder, `${what} belongs to another user`);
}

async function sizeOf(folder: string, path: string, largest: number): Promise<number> {
  const file = await openOwn(folder, path);
  try {
    const { size, uid } = await file.stat();
    assertOwn(folder, `"${path}"`, uid);
    if (size > largest) throw notUpgradeFolder(folder, `"${path}" is too large`);
    return size;
  } finally {
    await file.close();
  }
}

async function openOwn(folder: string, path: string) {
  const file = await openBelow(folder, path);
  if (!file) throw notUpgradeFolder(folder, `"${path}" cannot be read`);
  return file;
}

/** Unpacks the whole dump and returns its size, so that a truncated one is detected before anything is changed. */
async function unpackedBytes(folder: string, assertRoom: AssertRoom): Promise<number> {
  const file = await openOwn(folder, DUMP_FILE);
  const unpacked = createGunzip();
  let bytes = 0;
  try {
    // Errors are reported to the reader.
    pipeline(file.createReadStream({ autoClose: false }), unpacked).catch(() => undefined);
    for await (const piece of unpacked) {
      if (Math.floor(bytes / ROOM_STEP_BYTES) < Math.floor((bytes + piece.length) / ROOM_STEP_BYTES))
        await assertRoom(bytes);
      bytes += piece.length;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : damaged('its database cannot be unpacked', cause);
  } finally {
    unpacked.destroy();
    await file.close();
  }
  await assertRoom(bytes);
  return bytes;
}
