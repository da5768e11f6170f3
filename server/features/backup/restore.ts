import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { removeTree } from '../../directories/file-tree.ts';
import { type Move, swap, WORK_FOLDERS } from '../../directories/swap.ts';
import { AppError } from '../../errors.ts';
import { loadDump } from '../../supabase/embedded/dump/load.ts';
import { loadKeys } from '../../supabase/embedded/keys.ts';
import { type FreshDatabase, startFreshDatabase } from '../../supabase/embedded/postgres/fresh-database.ts';
import { prepareLayout } from '../../supabase/embedded/postgres/layout.ts';
import { stopLeftover } from '../../supabase/embedded/postgres/leftover.ts';
import { postgresUser } from '../../supabase/embedded/postgres/system-user.ts';
import { type AfterRestore, markRestored } from './after-restore.ts';
import { readArchive } from './archive.ts';
import { decrypt, MAGIC } from './envelope.ts';
import { assertFree, unpackDump } from './make-backup.ts';
import { DATABASE, type Manifest, unpackedSize } from './manifest.ts';
import { CHECKING_FILE, damaged, HOSTED_RESTORE, LOADING, NEEDS_PASSPHRASE, notBackup, SWAPPING } from './messages.ts';

const STORED_PREFIX = 'storage/';
/** How much larger than its dump a database is, with indexes and its log, and an empty cluster. */
const DATABASE_FACTOR = 3;
const SPARE_BYTES = 200_000_000;
/** Files that a workspace keeps where a backup has no secrets: the one in it lacks them. */
const KEPT_WITHOUT_SECRETS = 'config.json';

export type RestoreOptions = {
  file: string;
  /** The workspace to replace; the caller holds its lock, and no agent has it open. */
  dataDir: string;
  passphrase: string | null;
  /** Does the agent use a hosted project? */
  isHosted: boolean;
  log: Logger;
  onProgress(text: string): void;
};

export type RestoreDone = AfterRestore & {
  manifest: Manifest;
  rows: number | null;
  mediaFiles: number;
  /** Tables in the backup that are none of local-agent's, and were not restored. */
  unknownTables: string[];
  /** Files of the Media Library that were not beside the backup. */
  missingMedia: number;
  /** Where what was replaced is. */
  kept: string;
};

/** Whether the file is an encrypted backup. AppError bad_input where it cannot be read. */
export async function isEncrypted(file: string): Promise<boolean> {
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

/**
 * Restores a workspace from a backup. All of it is read, checked and loaded beside the workspace first; then both change
 * places by renaming, and what was replaced is kept. Log-ins and tokens of this machine stay where the backup has none.
 * Killed at any point, the old or the new workspace is whole (directories/swap.ts). AppError with the remedy.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreDone> {
  const { file, dataDir, log, onProgress } = options;
  const user = await postgresUser();
  const layout = await prepareLayout(dataDir, user);
  const id = `${WORK_FOLDERS.restore}${randomBytes(4).toString('hex')}`;
  const work = join(layout.dataDir, id);
  let fresh: FreshDatabase | null = null;
  try {
    await mkdir(join(work, 'storage'), { recursive: true, mode: 0o700 });
    onProgress(CHECKING_FILE);
    const manifest = await unpack(options, work, layout.clusterRoot);
    const missingMedia = await takeMedia(manifest, dirname(file), work);
    const now = new Date().toISOString();
    let done: Omit<RestoreDone, 'manifest' | 'mediaFiles' | 'missingMedia' | 'kept'> = {
      rows: null,
      unknownTables: [],
      doubtfulPosts: 0,
      plannedPosts: 0,
    };
    if (manifest.database) {
      onProgress(LOADING);
      // On Windows Postgres asks for the password of the workspace's keys.
      const keys = await loadKeys(manifest.includesSecrets ? join(work, 'keys.json') : layout.keysFile);
      fresh = await startFreshDatabase({
        clusterRoot: layout.clusterRoot,
        name: `${id}-database`,
        log,
        password: keys.databasePassword,
        isThrowAway: false,
      });
      const loaded = await loadDump(fresh.address, unpackDump(join(work, DATABASE), manifest.database.bytes));
      const rows = loaded.tables.reduce((sum, table) => sum + table.rows, 0);
      const agentId = await idOfAgent(manifest.includesSecrets ? work : layout.dataDir);
      const after = await markRestored(fresh.address, { backupAt: manifest.createdAt, now, agentId });
      await fresh.stop();
      done = { ...after, rows, unknownTables: loaded.unknown };
    }
    onProgress(SWAPPING);
    const name = `before-restore-${now.replace(/[:.]/g, '-')}`;
    const kept = join(layout.dataDir, name);
    const moves = await movesOf(manifest, layout.dataDir, work, kept);
    if (fresh) {
      await stopLeftover(layout.cluster);
      moves.push({ next: fresh.cluster, path: layout.cluster, kept: join(layout.clusterRoot, name, 'postgres') });
    }
    await swap(layout.dataDir, moves);
    const mediaFiles = [...manifest.parts, ...manifest.beside].filter(({ path }) =>
      path.startsWith(STORED_PREFIX),
    ).length;
    return { ...done, manifest, mediaFiles, missingMedia, kept };
  } finally {
    await fresh?.stop();
    await removeTree(work);
    await removeTree(join(layout.clusterRoot, `${id}-database`));
  }
}

/** Unpacks and checks the whole file into a folder. */
async function unpack(
  { file, passphrase, isHosted }: RestoreOptions,
  work: string,
  clusterRoot: string,
): Promise<Manifest> {
  const sealed = await isEncrypted(file);
  if (sealed && passphrase === null) throw new AppError('bad_input', NEEDS_PASSPHRASE);
  const bytes = createReadStream(file);
  return readArchive(
    sealed && passphrase !== null ? decrypt(bytes, passphrase) : bytes,
    async (manifest) => {
      if (isHosted && manifest.database) throw new AppError('conflict', HOSTED_RESTORE);
      const { database } = manifest;
      await assertFree(
        clusterRoot,
        unpackedSize(manifest) + (database ? database.bytes * DATABASE_FACTOR + SPARE_BYTES : 0),
      );
    },
    async (path, content) => {
      const to = join(work, path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await pipeline(Readable.from(content), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
    },
  );
}

/** Takes what lies beside a daily backup; answers how many are missing or of another size. */
async function takeMedia({ beside }: Manifest, folder: string, work: string): Promise<number> {
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

/** What takes the place of what: whole folders, and single files. */
async function movesOf(manifest: Manifest, dataDir: string, work: string, kept: string): Promise<Move[]> {
  const { parts, includesSecrets, database } = manifest;
  const names = new Set(parts.map(({ path }) => path).filter((path) => path !== DATABASE));
  const tops = new Set<string>(database ? ['storage'] : []);
  for (const path of names) tops.add(path.startsWith('scripts/') ? path : (path.split('/')[0] ?? path));
  const moves: Move[] = [];
  for (const name of tops) {
    const path = join(dataDir, name);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (isThere && !includesSecrets && name === KEPT_WITHOUT_SECRETS) continue;
    moves.push({ next: join(work, name), path, kept: join(kept, name) });
  }
  if (moves.length === 0 && !database) throw damaged('there is nothing in it');
  return moves;
}
