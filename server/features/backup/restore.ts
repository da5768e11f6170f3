import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { isSwapPending, type Move, swap, WORK_FOLDERS } from '../../data-directory/swap.ts';
import { AppError } from '../../errors.ts';
import { removeTree } from '../../files/file-tree.ts';
import { loadDump } from '../../supabase/embedded/dump/load.ts';
import { loadKeys } from '../../supabase/embedded/keys.ts';
import { type FreshDatabase, startFreshDatabase } from '../../supabase/embedded/postgres/fresh-database.ts';
import { prepareLayout } from '../../supabase/embedded/postgres/layout.ts';
import { stopLeftover } from '../../supabase/embedded/postgres/leftover.ts';
import type { Address } from '../../supabase/embedded/postgres/postmaster.ts';
import { postgresUser } from '../../supabase/embedded/postgres/system-user.ts';
import { SqlClient } from '../../supabase/sql/client.ts';
import { sql } from '../../supabase/sql/template.ts';
import { type AfterRestore, markRestored } from './after-restore.ts';
import { readArchive } from './archive.ts';
import { storedFiles } from './contents.ts';
import { decrypt, MAGIC } from './envelope.ts';
import { assertFree, unpackDump } from './make-backup.ts';
import { DATABASE, type Manifest, unpackedSize } from './manifest.ts';
import {
  CHECKING_FILE,
  HOSTED_RESTORE,
  LOADING,
  NEEDS_PASSPHRASE,
  NOTHING_TAKEN,
  notBackup,
  SWAPPING,
} from './messages.ts';
import { keepHarmless, type TakenFiles } from './restored-files.ts';
import { readUpgradeFolder, takeFile } from './upgrade-folder.ts';

const STORED_PREFIX = 'storage/';
/** A database's size relative to its dump, with indexes, log and an empty cluster. */
const DATABASE_FACTOR = 3;
const SPARE_BYTES = 200_000_000;

export type RestoreOptions = {
  /** A backup file, or the folder that an upgrade wrote before it began. */
  file: string;
  /** The workspace to replace; the caller holds its lock, and no agent has it open. */
  dataDir: string;
  passphrase: string | null;
  /** Whether the agent uses a hosted project. */
  isHosted: boolean;
  log: Logger;
  onProgress(text: string): void;
};

/** The description of an unpacked backup. */
export type Unpacked = Pick<Manifest, 'createdAt' | 'includesSecrets' | 'parts' | 'beside'> & {
  /** The version of local-agent that made it; null if an upgrade's folder does not contain it. */
  version: string | null;
  database: { bytes: number } | null;
  /** False for an upgrade's folder: the Media Library is left as it is. */
  hasMedia: boolean;
};

export type RestoreDone = AfterRestore & {
  backup: Unpacked;
  taken: TakenFiles;
  rows: number | null;
  mediaFiles: number;
  /** Tables in the backup that are not local-agent's, and were not restored. */
  unknownTables: string[];
  /** Files of the Media Library that were not next to the backup or, for an upgrade's folder, no longer exist. */
  missingMedia: number;
  /** Where the replaced data is. */
  kept: string;
};

/** Whether `file` is an encrypted backup. AppError bad_input if it cannot be read. */
export async function isEncrypted(file: string): Promise<boolean> {
  if (await isFolder(file)) return false;
  const opened = await open(file).catch((cause: unknown) => {
    throw notBackup(file, cause);
  });
  try {
    const start = Buffer.alloc(MAGIC.length);
    const { bytesRead } = await opened.read(start);
    return bytesRead === MAGIC.length && start.toString() === MAGIC;
  } finally {
    await opened.close();
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Restores a workspace from a backup. The whole backup is first read, checked and loaded beside the workspace; then the
 * two are swapped by renaming, and what was replaced is kept. Log-ins, tokens and media of this machine stay if the
 * backup has none. Of settings and package lists, only harmless parts are restored (restored-files.ts). If the process
 * is killed or a rename fails at any point, either the old or the new workspace is complete (data-directory/swap.ts).
 * AppError with the remedy.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreDone> {
  const prepared = await prepareRestore(options);
  options.onProgress(SWAPPING);
  await prepared.commit();
  return prepared.done;
}

/** A backup that is read, checked and loaded beside the workspace. Either `commit` or `discard` it. */
export type PreparedRestore = {
  done: RestoreDone;
  /** Swaps the workspace with the backup. Nothing may have the workspace open. */
  commit(): Promise<void>;
  discard(): Promise<void>;
};

/** The part of restoreBackup that changes nothing, and during which an agent may have the workspace open. */
export async function prepareRestore(options: RestoreOptions & { signal?: AbortSignal }): Promise<PreparedRestore> {
  const { file, dataDir, log, onProgress, signal } = options;
  const user = await postgresUser();
  const layout = await prepareLayout(dataDir, user);
  const id = `${WORK_FOLDERS.restore}${randomBytes(4).toString('hex')}`;
  const work = join(layout.dataDir, id);
  let fresh: FreshDatabase | null = null;
  const discard = async () => {
    await fresh?.stop();
    // While a swap is unfinished, these folders contain a part of the workspace.
    if (isSwapPending(layout.dataDir)) return;
    await removeTree(work);
    await removeTree(join(layout.clusterRoot, `${id}-database`));
  };
  try {
    await mkdir(join(work, 'storage'), { recursive: true, mode: 0o700 });
    onProgress(CHECKING_FILE);
    const isOfUpgrade = await isFolder(file);
    const backup = await (isOfUpgrade ? unpackFolder : unpack)(options, work, layout.clusterRoot);
    signal?.throwIfAborted();
    const holds = (path: string) => backup.parts.some((part) => part.path === path);
    const taken = await keepHarmless(work, layout.dataDir);
    let missingMedia = await takeMedia(backup, dirname(file), work);
    const now = new Date().toISOString();
    let done: Omit<RestoreDone, 'backup' | 'taken' | 'mediaFiles' | 'missingMedia' | 'kept'> = {
      rows: null,
      unknownTables: [],
      doubtfulPosts: 0,
      plannedPosts: 0,
      accounts: [],
    };
    if (backup.database) {
      onProgress(LOADING);
      // On Windows Postgres asks for the password in the workspace's keys.
      const keys = await loadKeys(holds('keys.json') ? join(work, 'keys.json') : layout.keysFile);
      fresh = await startFreshDatabase({
        clusterRoot: layout.clusterRoot,
        name: `${id}-database`,
        log,
        password: keys.databasePassword,
        isThrowAway: false,
        signal,
      });
      const loaded = await loadDump(fresh.address, unpackDump(join(work, DATABASE), backup.database.bytes));
      signal?.throwIfAborted();
      const rows = loaded.tables.reduce((sum, table) => sum + table.rows, 0);
      const agentId = await idOfAgent(holds('agent-id') ? work : layout.dataDir);
      const after = await markRestored(fresh.address, { backupAt: backup.createdAt, now, agentId });
      if (!backup.hasMedia) missingMedia = await goneMedia(fresh.address, layout.objects);
      await fresh.stop();
      done = { ...after, rows, unknownTables: loaded.unknown };
    }
    const name = `before-restore-${now.replace(/[:.]/g, '-')}`;
    const kept = join(layout.dataDir, name);
    const moves = await movesOf(backup, layout.dataDir, work, kept);
    const { cluster } = fresh ?? {};
    if (cluster) moves.push({ next: cluster, path: layout.cluster, kept: join(layout.clusterRoot, name, 'postgres') });
    const mediaFiles = [...backup.parts, ...backup.beside].filter(({ path }) => path.startsWith(STORED_PREFIX)).length;
    signal?.throwIfAborted();
    return {
      done: { ...done, backup, taken, mediaFiles, missingMedia, kept },
      async commit() {
        try {
          if (cluster) await stopLeftover(layout.cluster);
          await swap(layout.dataDir, moves);
        } finally {
          await discard();
        }
      },
      discard,
    };
  } catch (error) {
    await discard();
    signal?.throwIfAborted();
    throw error;
  }
}

/** Unpacks and checks the whole file into a folder. */
async function unpack(
  { file, passphrase, isHosted }: RestoreOptions,
  work: string,
  clusterRoot: string,
): Promise<Unpacked> {
  const sealed = await isEncrypted(file);
  if (sealed && passphrase === null) throw new AppError('bad_input', NEEDS_PASSPHRASE);
  const bytes = createReadStream(file);
  const manifest = await readArchive(
    sealed && passphrase !== null ? decrypt(bytes, passphrase) : bytes,
    async (manifest) => {
      if (isHosted && manifest.database) throw new AppError('conflict', HOSTED_RESTORE);
      await assertFree(clusterRoot, unpackedSize(manifest) + roomFor(manifest.database?.bytes));
    },
    async (path, content) => {
      const to = join(work, path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await pipeline(Readable.from(content), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
    },
  );
  return { ...manifest, hasMedia: manifest.database !== null };
}

/** Checks an upgrade's folder and copies what is restored from it: the folder itself is not changed. */
async function unpackFolder({ file, isHosted }: RestoreOptions, work: string, clusterRoot: string): Promise<Unpacked> {
  if (isHosted) throw new AppError('conflict', HOSTED_RESTORE);
  const backup = await readUpgradeFolder(file, (bytes) => assertFree(clusterRoot, roomFor(bytes)));
  await assertFree(clusterRoot, unpackedSize({ ...backup, beside: [] }) + roomFor(backup.database.bytes));
  for (const part of backup.parts) await takeFile(file, part, join(work, part.path));
  return { ...backup, beside: [], hasMedia: false };
}

/** Disk space for a database with a dump of this size. */
function roomFor(dumpBytes: number | undefined): number {
  return dumpBytes === undefined ? 0 : dumpBytes * DATABASE_FACTOR + SPARE_BYTES;
}

/** The number of files of the Media Library that a restored database refers to and that are missing. */
async function goneMedia(address: Address, objects: string): Promise<number> {
  const there = new Set((await storedFiles(objects)).map(({ path }) => path.slice(STORED_PREFIX.length)));
  const database = new SqlClient(address);
  const known = await database
    .rows<{ version: string }>(sql`select version from storage.objects where version is not null`)
    .finally(() => database.close());
  return known.filter(({ version }) => !there.has(version)).length;
}

/** Copies the media files next to a daily backup; returns how many are missing or have the wrong size. */
async function takeMedia({ beside }: Unpacked, folder: string, work: string): Promise<number> {
  let missing = 0;
  for (const { path, size } of beside) {
    const from = join(folder, 'media', path.slice(STORED_PREFIX.length));
    const found = await stat(from).catch(() => null);
    if (found?.isFile() && found.size === size) {
      const to = join(work, path);
      await link(from, to).catch(() => copyFile(from, to));
    } else missing += 1;
  }
  return missing;
}

async function idOfAgent(folder: string): Promise<string | null> {
  const text = (await readFile(join(folder, 'agent-id'), 'utf8').catch(() => '')).trim();
  return /^[\da-f-]{36}$/.test(text) ? text : null;
}

/** The replacements to make: whole folders, and single files. */
async function movesOf(backup: Unpacked, dataDir: string, work: string, kept: string): Promise<Move[]> {
  const { parts, database, hasMedia } = backup;
  const names = new Set(parts.map(({ path }) => path).filter((path) => path !== DATABASE));
  const tops = new Set<string>(hasMedia ? ['storage'] : []);
  for (const path of names) tops.add(path.startsWith('scripts/') ? path : (path.split('/')[0] ?? path));
  const moves: Move[] = [];
  for (const name of tops) {
    const next = join(work, name);
    // Removed by keepHarmless.
    if (!(await stat(next).catch(() => null))) continue;
    moves.push({ next, path: join(dataDir, name), kept: join(kept, name) });
  }
  if (moves.length === 0 && !database) throw new AppError('bad_input', NOTHING_TAKEN);
  return moves;
}
