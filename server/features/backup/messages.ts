import { AppError } from '../../errors.ts';

export const BACKUP = {
  title: 'Backup',
  about:
    'Backs up the database, the Media Library and the settings to this machine, without logins, and loads each backup once to check it. The last 7 are kept.',
} as const;

export const NEW_WORKSPACE = 'This workspace is less than a day old. The first backup is made tomorrow.';
export const DUMPING = 'Reading the database';
export const CHECKING = 'Loading the backup to check it';
export const CHECKING_FILE = 'Checking the backup';
export const LOADING = 'Loading the database';
export const SWAPPING = 'Putting the workspace in place';
export const writing = (done: number, all: number) => `Writing the file: ${inMegabytes(done)} of ${inMegabytes(all)}`;

export const backedUp = (rows: number | null, mediaFiles: number, kept: number) =>
  `Backed up ${rows === null ? 'the settings' : `${counted(rows, 'row')} and ${counted(mediaFiles, 'media file')}`}, and checked it. ${counted(kept, 'backup')} kept.`;

export const noRoom = (folder: string, needed: number, free: number) =>
  new AppError(
    'unavailable',
    `A backup needs ${inMegabytes(needed)} in ${folder}, but only ${inMegabytes(free)} are free. Free some space, or choose another disk.`,
  );

export const fileThere = (file: string) =>
  new AppError('conflict', `${file} already exists. Choose another name, or replace it with --force.`);

export const noFolder = (folder: string, cause: unknown) =>
  new AppError('bad_input', `A backup cannot be written to ${folder}. Choose an existing folder.`, { cause });

export const notAbsolute = (file: string) => new AppError('bad_input', `${file} is not an absolute path.`);

export const notBackup = (file: string, cause?: unknown) =>
  new AppError('bad_input', `${file} is not a backup of local-agent, or is damaged. Choose another one.`, { cause });

export const notUpgradeFolder = (folder: string, reason: string, cause?: unknown) =>
  new AppError(
    'bad_input',
    `${folder} is not a backup made by an upgrade of local-agent: ${reason}. Nothing was changed. Choose another backup.`,
    { cause },
  );

/** A backup that is truncated, was changed, or does not match its manifest. */
export const damaged = (reason: string, cause?: unknown) =>
  new AppError('bad_input', `This backup is damaged: ${reason}. Nothing was changed. Use another backup.`, { cause });

export const newer = (format: number, known: number) =>
  new AppError(
    'unavailable',
    `This backup was made by a newer local-agent (format ${format}; this version knows ${known}). Update local-agent, then restore it.`,
  );

export const WRONG_PASSPHRASE = 'The passphrase is wrong, or the file is damaged. Nothing was changed.';
export const NEEDS_PASSPHRASE =
  'This backup is encrypted. Type its passphrase at a terminal, or pipe it with --passphrase-stdin.';
export const NOT_UNDER_START =
  'This agent was not started with `local-agent start`. Stop it and use `local-agent restore`.';
export const NO_SUCH_BACKUP = 'This backup is no longer there. Choose another one.';
export const RESTORE_UNDER_WAY = 'Another restore is under way. Wait until it is done.';
export const NO_UPLOAD_SIZE = 'The size of the file is missing. Upload it as a whole.';
export const WRONG_UPLOAD_SIZE = 'The upload was incomplete. Choose the file again.';
export const EXTERNAL_DATABASE =
  'This workspace uses the PostgreSQL of LOCAL_AGENT_DATABASE_URL, which a restore does not touch. Unset it to restore into the embedded database, or use that server’s own backups.';
export const HOSTED_RESTORE =
  'This backup has a database, and this agent uses a Supabase project (--supabase-url), which a restore does not touch. Unset it to restore into the embedded database.';

/** The problem of a channel that was connected by an agent other than the restoring one. */
export const LOGIN_NOT_RESTORED = 'The workspace was restored from a backup without logins. Connect the account again.';
export const INTERRUPTED_BY_RESTORE = 'Not known: the workspace was restored from a backup made while this ran.';
export const maybeDone = (backup: string) =>
  `Not run: the workspace was restored from a backup of ${backup}, and this may have been done since. Run it by hand if it was not.`;

/** Why parts of a backup's small files were not restored. */
export const NOT_HARMLESS = 'this can only be set on the machine itself';
export const NO_SUCH_SETTING = 'there is no such setting';
export const OUT_OF_BOUNDS = 'the setting cannot have this value';
export const MACHINE_HAS_CONFIG = 'this machine keeps its own config.json';
export const NOT_READABLE = 'it cannot be read';
export const RUNS_COMMANDS = 'npm could run commands from it';
export const NOT_A_VERSION = 'it is not a package version in the registry';
export const LOCK_IS_MADE_ANEW = 'it sets where packages come from; npm creates it again';
export const NOTHING_TAKEN = 'Nothing in this backup can be restored on another machine. Nothing was changed.';

export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
}

export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes < 1000 ? `${Math.max(0.1, megabytes).toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}
