import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupInspection, RestoreReady } from '../../../shared/agent/backups.ts';
import { BACKUPS_FOLDER } from '../../data-directory/backups-folder.ts';
import { AppError } from '../../errors.ts';
import { removeTree } from '../../files/file-tree.ts';
import { readManifest } from './archive.ts';
import { decrypt } from './envelope.ts';
import { assertFree, type BackupSource } from './make-backup.ts';
import {
  EXTERNAL_DATABASE,
  HOSTED_RESTORE,
  NO_SUCH_BACKUP,
  NO_UPLOAD_SIZE,
  NOT_UNDER_START,
  RESTORE_UNDER_WAY,
  WRONG_UPLOAD_SIZE,
} from './messages.ts';
import { isEncrypted, prepareRestore, type RestoreDone } from './restore.ts';

const UPLOADS = 'uploads';

/** Closes the agent, calls `swap`, and reopens the workspace with the outcome as `lastRestore`. */
export type ReplaceWorkspace = (id: string, swap: () => Promise<void>) => void;

export type ScreenRestoreDeps = {
  source: BackupSource;
  /** Undefined if the workspace cannot be closed and reopened. */
  replaceWorkspace: ReplaceWorkspace | undefined;
  /** Whether the workspace is in a PostgreSQL other than the embedded one. */
  isExternal: boolean;
};

type Choice = { source: string; passphrase: string | null };

/** Restores daily and uploaded backups, from the UI of a running agent. */
export type ScreenRestore = {
  /** Stores a file of `bytes` in place of an earlier one, and returns its name. AppError bad_input, unavailable. */
  upload(content: Readable, bytes: number): Promise<string>;
  /** AppError not_found, or bad_input if it is not a backup. */
  inspect(choice: Choice): Promise<BackupInspection>;
  /**
   * Checks and loads the backup. Call `begin`, which closes the agent, after the response has been sent. An AppError
   * means that nothing was changed; it is a conflict during another restore.
   */
  restore(
    choice: Choice,
    onProgress: (text: string) => void,
    signal: AbortSignal,
  ): Promise<{ ready: RestoreReady; begin(): void }>;
};

export function createScreenRestore({ source, replaceWorkspace, isExternal }: ScreenRestoreDeps): ScreenRestore {
  const { dataDir, database, log } = source;
  const folder = join(dataDir, BACKUPS_FOLDER);
  const uploads = join(folder, UPLOADS);
  let isUnderWay = false;

  /** Names have been validated, so none leads out of the folder. */
  const fileOf = async (name: string) => {
    const file = name.startsWith('upload-') ? join(uploads, name) : join(folder, name);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) throw new AppError('not_found', NO_SUCH_BACKUP);
    return file;
  };

  const restoreOnce = async (choice: Choice, onProgress: (text: string) => void, signal: AbortSignal) => {
    if (database === null) throw new AppError('conflict', isExternal ? EXTERNAL_DATABASE : HOSTED_RESTORE);
    if (!replaceWorkspace) throw new AppError('conflict', NOT_UNDER_START);
    const file = await fileOf(choice.source);
    const { passphrase } = choice;
    const { done, commit } = await prepareRestore({
      file,
      dataDir,
      passphrase,
      isHosted: false,
      log,
      onProgress,
      signal,
    });
    const id = randomUUID();
    const swap = async () => {
      await commit();
      await removeTree(uploads);
    };
    return { ready: readyOf(id, done), begin: () => replaceWorkspace(id, swap) };
  };

  return {
    async upload(content, bytes) {
      if (!(bytes > 0)) throw new AppError('bad_input', NO_UPLOAD_SIZE);
      await removeTree(uploads);
      await mkdir(uploads, { recursive: true, mode: 0o700 });
      await assertFree(uploads, bytes);
      const name = `upload-${randomUUID()}`;
      const file = createWriteStream(join(uploads, name), { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(content, file);
        if (file.bytesWritten !== bytes) throw new AppError('bad_input', WRONG_UPLOAD_SIZE);
      } catch (error) {
        await removeTree(uploads);
        throw error;
      }
      return name;
    },
    async inspect(choice) {
      const file = await fileOf(choice.source);
      const sealed = await isEncrypted(file);
      if (sealed && choice.passphrase === null) return { isEncrypted: true, contents: null };
      const bytes = createReadStream(file);
      const plain = sealed && choice.passphrase !== null ? decrypt(bytes, choice.passphrase) : bytes;
      const { createdAt, version, includesSecrets, database, parts, beside } = await readManifest(plain);
      const mediaFiles = [...parts, ...beside].filter(({ path }) => path.startsWith('storage/')).length;
      const rows = database?.rows ?? null;
      return { isEncrypted: sealed, contents: { createdAt, version, includesSecrets, rows, mediaFiles } };
    },
    async restore(choice, onProgress, signal) {
      if (isUnderWay) throw new AppError('conflict', RESTORE_UNDER_WAY);
      isUnderWay = true;
      try {
        return await restoreOnce(choice, onProgress, signal);
      } catch (error) {
        isUnderWay = false;
        throw error;
      }
    },
  };
}

function readyOf(id: string, { backup, taken, ...done }: RestoreDone): RestoreReady {
  const { rows, mediaFiles, missingMedia, accounts, doubtfulPosts, plannedPosts, kept } = done;
  return {
    id,
    createdAt: backup.createdAt,
    kept,
    rows,
    mediaFiles,
    missingMedia,
    accounts,
    doubtfulPosts,
    plannedPosts,
    notTaken: taken.notTaken,
  };
}
