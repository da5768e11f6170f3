import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Temporal } from 'temporal-polyfill';
import { BACKUP_JOB } from '../../../shared/agent/backups.ts';
import type { BackupHealth } from '../../../shared/agent/health.ts';
import {
  BACKUPS_FOLDER,
  dailyBackupName,
  type KeptBackups,
  lastMadeFirst,
  listBackups,
} from '../../data-directory/backups-folder.ts';
import { AppError } from '../../errors.ts';
import { removeTree } from '../../files/file-tree.ts';
import { type AutomationJob, TryLater } from '../../jobs/job.ts';
import { readManifest } from './archive.ts';
import { type BackupSource, makeBackup } from './make-backup.ts';
import { BACKUP, backedUp, NEW_WORKSPACE } from './messages.ts';

/** The hour of the daily backup: before the day's work begins. */
const HOUR = 3;
const KEPT = 7;
/** A younger workspace is not backed up automatically. */
const NEW_HOURS = 24;
/** The age from which the last backup is overdue. One failed daily backup is tolerated. */
const OVERDUE_HOURS = 48;
const HOUR_MS = 3_600_000;
const MEDIA = 'media';

/**
 * The daily backup, into the data directory's folder. A backup gets its name only after it was completely written, and
 * loaded into a temporary database; backups share the files of the Media Library. The job also runs while automation is
 * paused, since it has no public effect.
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
 * Removes all but the latest backups, then the media files that none of them needs. The one just made is always kept,
 * whatever dates the others have.
 */
export async function keepLast(dataDir: string, now: Temporal.Instant): Promise<KeptBackups> {
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
 * Whether a data directory has daily backups. They are overdue when the workspace is older than a day, and the last
 * backup, or else the workspace, is older than two.
 */
export async function backupHealth(dataDir: string, now: Temporal.Instant): Promise<BackupHealth> {
  const { kept } = await listBackups(dataDir);
  const [last] = lastMadeFirst(kept, now.epochMilliseconds);
  // A backup from the future says nothing about the age of the last one.
  const lastAt = last && Date.parse(last.createdAt) <= now.epochMilliseconds ? last.createdAt : null;
  const age = await ageInHours(dataDir, now);
  const since = lastAt === null ? age : (now.epochMilliseconds - Date.parse(lastAt)) / HOUR_MS;
  return { isOn: true, lastAt, isOverdue: age > NEW_HOURS && since > OVERDUE_HOURS };
}

async function ageInHours(dataDir: string, now: Temporal.Instant): Promise<number> {
  const { mtimeMs } = await stat(join(dataDir, 'agent-id'));
  return (now.epochMilliseconds - mtimeMs) / HOUR_MS;
}
