import { z } from 'zod';

/**
 * GET lists the daily backups (`backupsSchema`); POST `backupRequestSchema` writes a backup to a file: BACKUP_EVENTS.
 */
export const BACKUPS_PATH = '/api/backups';

/** The job that makes the daily backups. */
export const BACKUP_JOB = 'backup';

export const PASSPHRASE_MIN_CHARS = 8;

/**
 * `file` is an absolute path on the agent's machine. With a passphrase, log-ins and tokens are included and everything
 * is encrypted.
 */
export const backupRequestSchema = z.strictObject({
  file: z.string().min(1).max(4096),
  force: z.boolean().default(false),
  passphrase: z.string().min(PASSPHRASE_MIN_CHARS).max(1024).nullable().default(null),
});
export type BackupRequest = z.input<typeof backupRequestSchema>;

/** A backup that was written and verified by loading its database. Sizes are bytes, times ISO 8601. */
export const backupMadeSchema = z.object({
  file: z.string(),
  size: z.number(),
  createdAt: z.string(),
  includesSecrets: z.boolean(),
  /** Null in hosted mode: the database and the Media Library are in the Supabase project. */
  rows: z.number().nullable(),
  mediaFiles: z.number(),
});
export type BackupMade = z.infer<typeof backupMadeSchema>;

/** `progress` with `{ text }`, then one `result` with a backupMade, or `error` with `{ error, code }`. */
export const BACKUP_EVENTS = { progress: 'progress', result: 'result' } as const;
export const backupProgressSchema = z.object({ text: z.string() });

/** The existing daily backups, newest first; each was verified when it was made. `folder` is their location. */
export const backupsSchema = z.object({
  folder: z.string(),
  kept: z.array(z.object({ file: z.string(), size: z.number(), createdAt: z.string() })),
});
export type Backups = z.infer<typeof backupsSchema>;
