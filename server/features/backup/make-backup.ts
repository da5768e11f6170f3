import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Logger } from 'pino';
import type { BackupMade } from '../../../shared/agent/backups.ts';
import { WORK_FOLDERS } from '../../data-directory/swap.ts';
import { diskRoom, hasRoomFor } from '../../files/disk-room.ts';
import { removeTree } from '../../files/file-tree.ts';
import { dumpDatabase } from '../../supabase/embedded/dump/dump.ts';
import { loadDump } from '../../supabase/embedded/dump/load.ts';
import { type FreshDatabase, startFreshDatabase } from '../../supabase/embedded/postgres/fresh-database.ts';
import type { Address } from '../../supabase/embedded/postgres/postmaster.ts';
import { SIGN_IN_TABLES } from './after-restore.ts';
import { type ArchivePart, writeArchive } from './archive.ts';
import { smallFiles, storedFiles } from './contents.ts';
import { encrypt } from './envelope.ts';
import { BACKUP_FORMAT, DATABASE, type Manifest } from './manifest.ts';
import { CHECKING, DUMPING, damaged, fileThere, noFolder, noRoom, writing } from './messages.ts';

/** Additional space for an empty cluster and the database's log. */
const SPARE_BYTES = 200_000_000;

/** A workspace to back up. `database` is null for a hosted project, which has its own backups. */
export type BackupSource = {
  dataDir: string;
  version: string;
  database: { address: Address; clusterRoot: string; objects: string } | null;
  /** The key of the channels' log-ins; null when there is none. AppError while the keychain is locked. */
  channelKey(): Promise<Buffer | null>;
  log: Logger;
};

export type BackupOptions = {
  /** The absolute path of the file to write. */
  file: string;
  isForced: boolean;
  /** If set, secrets are included and everything is encrypted. */
  passphrase: string | null;
  /** The folder in which backups share files of the Media Library, by hard links; null to include the files. */
  mediaFolder: string | null;
  onProgress(text: string): void;
  signal: AbortSignal;
};

/**
 * Backs up a workspace in use to one file (0600) that appears whole or not at all: a consistent snapshot of the
 * database, loaded once into a temporary one before the file gets its name; the Media Library; settings; with a
 * passphrase also log-ins and tokens. AppError with the remedy: conflict when the file exists, unavailable without disk
 * space.
 */
export async function makeBackup(source: BackupSource, options: BackupOptions): Promise<BackupMade> {
  const { file, isForced, passphrase, mediaFolder, onProgress, signal } = options;
  const { database, dataDir, version } = source;
  const createdAt = new Date().toISOString();
  await assertTarget(file, isForced);
  const id = `${WORK_FOLDERS.backup}${randomBytes(4).toString('hex')}`;
  const work = join(dataDir, id);
  const part = `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(work, { mode: 0o700 });
    const media = database ? await linkMedia(database.objects, mediaFolder ?? join(work, 'storage')) : [];
    await assertRoom(source, file, mediaFolder === null ? media : []);
    const dumped = database && (await dump(database.address, join(work, DATABASE), passphrase !== null, options));
    if (database && dumped) {
      onProgress(CHECKING);
      await check(source, join(database.clusterRoot, `${id}-database`), join(work, DATABASE), dumped.bytes, signal);
    }
    const secrets = passphrase === null ? null : { channelKey: await source.channelKey() };
    const small = await smallFiles(dataDir, secrets);
    const parts = [...(dumped ? [dumped.part] : []), ...small, ...(mediaFolder === null ? media : [])];
    const listed = (list: readonly ArchivePart[]) => list.map(({ path, size }) => ({ path, size }));
    const manifest: Manifest = {
      format: BACKUP_FORMAT,
      product: 'local-agent',
      version,
      createdAt,
      includesSecrets: secrets !== null,
      database: dumped && { bytes: dumped.bytes, rows: dumped.rows },
      parts: listed(parts),
      beside: mediaFolder === null ? [] : listed(media),
    };
    const all = parts.reduce((sum, { size }) => sum + size, 0);
    const archive = writeArchive(manifest, parts, inSteps(all, onProgress));
    const bytes = passphrase === null ? archive : encrypt(archive, passphrase);
    await pipeline(Readable.from(bytes), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), {
      signal,
    });
    const { size } = await stat(part);
    await giveName(part, file, isForced);
    return {
      file,
      size,
      createdAt,
      includesSecrets: secrets !== null,
      rows: dumped?.rows ?? null,
      mediaFiles: media.length,
    };
  } finally {
    await rm(part, { force: true });
    await removeTree(work);
  }
}

async function assertTarget(file: string, isForced: boolean): Promise<void> {
  const folder = await stat(dirname(file)).catch((cause: unknown) => {
    throw noFolder(dirname(file), cause);
  });
  if (!folder.isDirectory()) throw noFolder(dirname(file), null);
  if (!isForced && (await exists(file))) throw fileThere(file);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Renames the finished file. Without force, a file created in the meantime is not replaced. */
async function giveName(part: string, file: string, isForced: boolean): Promise<void> {
  if (isForced) await rename(part, file);
  else {
    await link(part, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || (await exists(file))) throw fileThere(file);
      // The file system has no hard links.
      await rename(part, file);
    });
  }
  // Makes the name survive a power cut; Windows cannot open folders.
  const folder = await open(dirname(file)).catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

async function assertRoom({ dataDir, database }: BackupSource, file: string, media: readonly ArchivePart[]) {
  const mediaBytes = media.reduce((sum, { size }) => sum + size, 0);
  const cluster = database ? await folderSize(join(database.clusterRoot, 'postgres')) : 0;
  await assertFree(dirname(file), mediaBytes + cluster);
  if (database) await assertFree(dataDir, 2 * cluster + SPARE_BYTES);
}

/** AppError unavailable if a folder's disk has fewer than `needed` bytes free beyond its reserve. */
export async function assertFree(folder: string, needed: number): Promise<void> {
  const room = await diskRoom(folder);
  if (room && !hasRoomFor(room, needed)) throw noRoom(folder, needed + room.reserveBytes, room.freeBytes);
}

/** Approximate size of a folder with its subfolders, in bytes; unreadable entries are left out. */
async function folderSize(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += await folderSize(path);
    else if (entry.isFile())
      sum += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return sum;
}

/** Links the files of the Media Library, which never change, so that files deleted during the backup stay readable. */
async function linkMedia(objects: string, folder: string): Promise<ArchivePart[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { path } of await storedFiles(objects)) {
    const version = path.slice('storage/'.length);
    const [from, to] = [join(objects, version), join(folder, version)];
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOENT') return;
      await copyFile(from, to).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw cause;
      });
    });
  }
  const now = new Set((await storedFiles(objects)).map(({ path }) => path));
  return (await storedFiles(folder)).filter(({ path }) => now.has(path));
}

type Dumped = { part: ArchivePart; bytes: number; rows: number };

async function dump(
  address: Address,
  path: string,
  withSignIns: boolean,
  { onProgress, signal }: BackupOptions,
): Promise<Dumped> {
  onProgress(DUMPING);
  let bytes = 0;
  let rows = 0;
  const isLeftOut = ({ schema, name }: { schema: string; name: string }) =>
    !withSignIns && schema === 'auth' && SIGN_IN_TABLES.some((table) => table === name);
  async function* counted() {
    const onTable = (_table: object, count: number) => {
      rows += count;
    };
    for await (const piece of dumpDatabase(address, { isLeftOut, onTable })) {
      bytes += piece.length;
      yield piece;
    }
  }
  await pipeline(Readable.from(counted()), createGzip({ level: 6 }), createWriteStream(path, { mode: 0o600 }), {
    signal,
  });
  const { size } = await stat(path);
  return { part: { path: DATABASE, size, open: () => createReadStream(path) }, bytes, rows };
}

/** Unpacks a dump. AppError bad_input as soon as it exceeds `bytes`, or if it is shorter. */
export async function* unpackDump(path: string, bytes: number): AsyncGenerator<Buffer> {
  let read = 0;
  const unpacked = createGunzip();
  // Errors are reported to the reader.
  pipeline(createReadStream(path), unpacked).catch(() => undefined);
  try {
    for await (const piece of unpacked) {
      read += piece.length;
      if (read > bytes) break;
      yield piece;
    }
  } catch (cause) {
    throw damaged('its database cannot be unpacked', cause);
  } finally {
    unpacked.destroy();
  }
  if (read !== bytes) throw damaged('its database is not as large as it says');
}

/** Loads a dump into a temporary database in a new folder. Loading verifies the row count of each table. */
async function check({ log }: BackupSource, folder: string, path: string, bytes: number, signal: AbortSignal) {
  let fresh: FreshDatabase | null = null;
  try {
    fresh = await startFreshDatabase({
      clusterRoot: dirname(folder),
      name: basename(folder),
      log,
      isThrowAway: true,
      signal,
    });
    await loadDump(fresh.address, unpackDump(path, bytes));
  } catch (error) {
    // After an abort, the stopped server fails in many ways.
    signal.throwIfAborted();
    throw error;
  } finally {
    await fresh?.stop();
    await removeTree(folder);
  }
}

/** Reports at intervals rather than with every chunk. */
function inSteps(all: number, onProgress: (text: string) => void): (bytes: number) => void {
  const step = Math.max(50_000_000, all / 20);
  let next = step;
  return (bytes) => {
    if (bytes < next) return;
    next = bytes + step;
    onProgress(writing(bytes, all));
  };
}
