import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Temporal } from 'temporal-polyfill';
import type { Backups } from '../../shared/agent/backups.ts';

/** The folder for automatic backups in a data directory: a file per day, a folder per upgrade. */
export const BACKUPS_FOLDER = 'backups';
/** Prefix of an upgrade's folder. */
export const BEFORE_UPGRADE = 'before-upgrade-';
/** The database dump in such a folder; once unpacked, `psql` can load it, too. */
export const DUMP_FILE = 'database.sql.gz';
/** The name of a daily backup, with its start time in UTC. */
const DAILY = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;
/** The name of an upgrade's folder, with the upgrade and its time in UTC. */
const OF_UPGRADE = /^before-upgrade-(.{1,100})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** A word that needs no quoting in any POSIX shell. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** The name of a daily backup that starts now. */
export function dailyBackupName(now: Temporal.Instant): string {
  return `backup-${now.toString({ smallestUnit: 'second' }).replaceAll(':', '-')}.tar`;
}

export type KeptBackups = Omit<Backups, 'lastRestore'>;

/** Lists the daily backups of a data directory, newest first. */
export async function listBackups(dataDir: string): Promise<KeptBackups> {
  const folder = join(dataDir, BACKUPS_FOLDER);
  const kept: Backups['kept'] = [];
  for (const name of (await readdir(folder).catch(() => [])).sort().reverse()) {
    const [, date, hours, minutes, seconds] = DAILY.exec(name) ?? [];
    if (date === undefined) continue;
    const file = join(folder, name);
    const found = await lstat(file).catch(() => null);
    if (found?.isFile()) kept.push({ file, size: found.size, createdAt: `${date}T${hours}:${minutes}:${seconds}Z` });
  }
  return { folder, kept };
}

/**
 * Sorts backups by creation time, latest first. One dated after `now` (milliseconds since the epoch) was made while the
 * clock was wrong, and counts as older than the others.
 */
export function lastMadeFirst<T extends { createdAt: string }>(backups: readonly T[], now: number): T[] {
  const isOfFuture = ({ createdAt }: T) => Date.parse(createdAt) > now;
  const newestFirst = backups.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  return [...newestFirst.filter((backup) => !isOfFuture(backup)), ...newestFirst.filter(isOfFuture)];
}

/** The name of the folder for an upgrade such as `0.1.0-to-0.2.0`. `now` is in milliseconds since the epoch. */
export function upgradeFolderName(upgrade: string, now: number): string {
  return `${BEFORE_UPGRADE}${upgrade}-${isoTime(now)?.replace(/[-:]/g, '')}`;
}

/** Parses the name of such a folder; null for any other name. `createdAt` is ISO 8601. */
export function parseUpgradeFolder(name: string): { upgrade: string; createdAt: string } | null {
  const [, upgrade, year, month, day, hours, minutes, seconds] = OF_UPGRADE.exec(name) ?? [];
  const createdAt = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`;
  const isTime = upgrade !== undefined && isoTime(Date.parse(createdAt)) === createdAt;
  return isTime ? { upgrade, createdAt } : null;
}

/** ISO 8601 without fractions of a second; null for an invalid time. */
function isoTime(milliseconds: number): string | null {
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString().replace(/\.\d+/, '');
}

/** The path of the latest backup in a data directory, daily or of an upgrade; null if there is none. */
export async function lastBackup(dataDir: string, now: number = Date.now()): Promise<string | null> {
  const { folder, kept } = await listBackups(dataDir);
  const all = kept.map(({ file, createdAt }) => ({ path: file, createdAt }));
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const read = entry.isDirectory() ? parseUpgradeFolder(entry.name) : null;
    if (read) all.push({ path: join(folder, entry.name), createdAt: read.createdAt });
  }
  return lastMadeFirst(all, now)[0]?.path ?? null;
}

/** A sentence that names a backup, and one with the command that restores it. */
export function toGoBackTo(backup: string, dataDir: string): string {
  return `The last backup is ${backup}. To go back to it, type: local-agent restore ${shellWord(backup)} --data-dir ${shellWord(dataDir)}`;
}

/** Quotes a word for the shell. On Windows with double quotes: PowerShell and cmd.exe accept them, no path has them. */
function shellWord(text: string): string {
  if (process.platform === 'win32') return /^[\w:.\\-]+$/.test(text) ? text : `"${text}"`;
  return PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
