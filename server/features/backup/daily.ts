import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Temporal } from 'temporal-polyfill';
import { BACKUP_JOB, type Backups } from '../../../shared/agent/backups.ts';
import type { BackupHealth } from '../../../shared/agent/health.ts';
import { BACKUPS_FOLDER, dailyBackupName, lastMadeFirst, listBackups } from '../../data-directory/backups-folder.ts';
import { AppError } from '../../errors.ts';
import { removeTree } from '../../files/file-tree.ts';
import { type AutomationJob, TryLater } from '../../jobs/job.ts';
import { readManifest } from './archive.ts';
import { type BackupSource, makeBackup } from './make-backup.ts';
import { BACKUP, backedUp, NEW_WORKSPACE } from './messages.ts';

/** When the workspace is backed up by itself: before the day's work begins. */
const HOUR = 3;
/** How many daily backups are kept. */
const KEPT = 7;
/** A workspace younger than this is not backed up by itself. */
const NEW_HOURS = 24;
/** How old the last good backup may be before it is a problem: a day's may fail once. */
const OVERDUE_HOURS = 48;
const HOUR_MS = 3_600_000;
const MEDIA = 'media';

/**
 * The daily backup, into the data directory's own folder. Each has its name only once it was written whole and loaded
 * into a throw-away database; files of the Media Library are shared between them. It runs while automation is paused,
 * since nobody else sees it.
 */
export function backupJob(source: BackupSource, now: () => Temporal.Instant): AutomationJob {
  return {
    ...BACKUP,
    name: BACKUP_JOB,
    setting: null,
    isOn: () => true,
    schedule: () => ({ every: 'day', hour: HOUR }),
    async run({ signal, report, isManual }) {
      if (!isManual && (await ageInHours(source.dataDir, now())) < NEW_HOURS) return NEW_WORKSPACE;
      const folder = join(source.dataDir, BACKUPS_FOLDER);
      await mkdir(join(folder, MEDIA), { recursive: true, mode: 0o700 });
      const name = dailyBackupName(now());
      const { rows, mediaFiles } = await makeBackup(source, {
        file: join(folder, name),
        isForced: false,
        passphrase: null,
        mediaFolder: join(folder, MEDIA),
        onProgress: report,
        signal,
      }).catch((error: unknown) => {
        const isPassing = error instanceof AppError && error.code === 'unavailable';
        throw isPassing ? new TryLater(error.message, { cause: error }) : error;
      });
      const { kept } = await keepLast(source.dataDir, now());
      return backedUp(rows, mediaFiles, kept.length);
    },
  };
}

/**
 * Removes all backups but those that were made last, then the media files that the kept ones no longer need. The one
 * made just now stays, whatever dates the others have.
 */
export async function keepLast(dataDir: string, now: Temporal.Instant): Promise<Backups> {
  const { folder, kept } = await listBackups(dataDir);
  const lastFirst = lastMadeFirst(kept, now.epochMilliseconds);
  for (const { file } of lastFirst.slice(KEPT)) await removeTree(file);
  const newest = lastFirst.slice(0, KEPT);
  const needed = new Set<string>();
  for (const { file } of newest) for (const version of await mediaOf(file)) needed.add(version);
  for (const name of await readdir(join(folder, MEDIA)))
    if (!needed.has(name)) await removeTree(join(folder, MEDIA, name));
  return { folder, kept: newest };
}

async function mediaOf(file: string): Promise<string[]> {
  const { beside } = await readManifest(createReadStream(file));
  return beside.map(({ path }) => basename(path));
}

/** For an agent of a hosted project. */
export const NOT_BACKED_UP: BackupHealth = { isOn: false, lastAt: null, isOverdue: false };

/**
 * Whether the daily backups of a data directory are made. They are overdue where the workspace is older than a day and
 * the last, or the workspace where there is none, is older than two.
 */
export async function backupHealth(dataDir: string, now: Temporal.Instant): Promise<BackupHealth> {
  const { kept } = await listBackups(dataDir);
  const [last] = lastMadeFirst(kept, now.epochMilliseconds);
  // A backup of the future says nothing about how old the last one is.
  const lastAt = last && Date.parse(last.createdAt) <= now.epochMilliseconds ? last.createdAt : null;
  const age = await ageInHours(dataDir, now);
  const since = lastAt === null ? age : (now.epochMilliseconds - Date.parse(lastAt)) / HOUR_MS;
  return { isOn: true, lastAt, isOverdue: age > NEW_HOURS && since > OVERDUE_HOURS };
}

async function ageInHours(dataDir: string, now: Temporal.Instant): Promise<number> {
  const { mtimeMs } = await stat(join(dataDir, 'agent-id'));
  return (now.epochMilliseconds - mtimeMs) / HOUR_MS;
}
