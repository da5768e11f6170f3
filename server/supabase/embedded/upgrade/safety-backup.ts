import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  BACKUPS_FOLDER,
  BEFORE_UPGRADE,
  DUMP_FILE,
  lastMadeFirst,
  parseUpgradeFolder,
  upgradeFolderName,
} from '../../../data-directory/backups-folder.ts';
import { listFiles, removeTree } from '../../../files/file-tree.ts';
import { dumpDatabase } from '../dump/dump.ts';
import type { Address } from '../postgres/postmaster.ts';

const PARTIAL = '.partial';
const KEPT = 2;
/** The folders of the agent's small files, some with secrets. Large files and recreatable ones are left out. */
const STATE_FOLDERS = ['channels', 'sessions', 'uploads', 'webhooks', 'agents'];
export const STATE_FILE_MAX_BYTES = 4 * 1024 * 1024;
const STATE_FILES_MAX = 10_000;

export type SafetyBackupOptions = {
  dataDir: string;
  address: Address;
  /** The old and new version, such as `0.1.0-to-0.2.0`. */
  upgrade: string;
  /** Milliseconds since the epoch. */
  now: number;
};

/**
 * Backs up the database and the small files of a data directory before an upgrade, into a folder of `backups/` that
 * only this user can enter. The folder appears only once it is complete, and replaces that of an earlier attempt at the
 * same upgrade. Resolves with the folder. The caller holds the data directory's lock.
 */
export async function backUpBeforeUpgrade({ dataDir, address, upgrade, now }: SafetyBackupOptions): Promise<string> {
  const backups = join(dataDir, BACKUPS_FOLDER);
  await mkdir(backups, { recursive: true, mode: 0o700 });
  const before = await readdir(backups);
  const unfinished = before.filter((name) => name.startsWith(BEFORE_UPGRADE) && name.endsWith(PARTIAL));
  await Promise.all(unfinished.map((name) => removeTree(join(backups, name))));
  const folder = join(backups, upgradeFolderName(upgrade, now));
  const partial = `${folder}${PARTIAL}`;
  try {
    await mkdir(partial, { mode: 0o700 });
    await copyState(dataDir, partial);
    await writeDump(address, join(partial, DUMP_FILE));
    await removeTree(folder);
    await rename(partial, folder);
  } catch (error) {
    await removeTree(partial);
    throw error;
  }
  const earlier = before.filter(
    (name) => parseUpgradeFolder(name)?.upgrade === upgrade && join(backups, name) !== folder,
  );
  await Promise.all(earlier.map((name) => removeTree(join(backups, name))));
  return folder;
}

/**
 * Removes all but the two most recent upgrade backups. Call it when an upgrade has succeeded. `now` is in milliseconds
 * since the epoch.
 */
export async function removeOldSafetyBackups(dataDir: string, now: number): Promise<void> {
  const backups = join(dataDir, BACKUPS_FOLDER);
  const all = (await readdir(backups)).flatMap((name) => {
    const read = parseUpgradeFolder(name);
    return read ? [{ name, createdAt: read.createdAt }] : [];
  });
  const old = lastMadeFirst(all, now).slice(KEPT);
  await Promise.all(old.map(({ name }) => removeTree(join(backups, name))));
}

async function copyState(dataDir: string, to: string): Promise<void> {
  const atTop = (await readdir(dataDir, { withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { name } of atTop) await copyPrivate(join(dataDir, name), join(to, name));
  for (const folder of STATE_FOLDERS) {
    const { files } = await listFiles(join(dataDir, folder), STATE_FILES_MAX);
    for (const { path, size } of files) {
      if (size <= STATE_FILE_MAX_BYTES) await copyPrivate(join(dataDir, folder, path), join(to, folder, path));
    }
  }
}

async function copyPrivate(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to, constants.COPYFILE_EXCL);
}

async function writeDump(address: Address, path: string): Promise<void> {
  await pipeline(
    dumpDatabase(address),
    createGzip({ level: 4 }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
