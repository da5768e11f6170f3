import { z } from 'zod';

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

/**
 * The existing daily backups, newest first; each was verified when it was made. `folder` is their location.
 * `lastRestore` is the restore that preceded this start of the agent; `problem` says why it replaced nothing, if it
 * failed.
 */
export const backupsSchema = z.object({
  folder: z.string(),
  kept: z.array(z.object({ file: z.string(), size: z.number(), createdAt: z.string() })),
  lastRestore: z.object({ id: z.uuid(), problem: z.string().nullable() }).nullable().default(null),
});
export type Backups = z.infer<typeof backupsSchema>;

/** A backup to restore: the name of a daily or an uploaded one. */
export const backupSourceSchema = z
  .string()
  .regex(/^(backup-\d{4}-\d\d-\d\dT[\d-]{8}Z\.tar|upload-[\da-f-]{36})$/, 'expected the name of a backup');

/** The name of a daily backup for backupSourceSchema. */
export function backupName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? '';
}

export const backupUploadSchema = z.object({ source: backupSourceSchema });

export const backupChoiceSchema = z.strictObject({
  source: backupSourceSchema,
  passphrase: z.string().max(1024).nullable().default(null),
});

/** A backup's manifest; only a restore reads and checks the rest. `contents` is null without the passphrase. */
export const backupInspectionSchema = z.object({
  isEncrypted: z.boolean(),
  contents: z
    .object({
      createdAt: z.string(),
      version: z.string(),
      includesSecrets: z.boolean(),
      /** Null for a backup of a hosted project. */
      rows: z.number().nullable(),
      mediaFiles: z.number(),
    })
    .nullable(),
});
export type BackupInspection = z.infer<typeof backupInspectionSchema>;

/**
 * The result of a restore, once everything is checked and loaded. The agent then closes, moves the restored data into
 * place and reopens with this `id` as its `lastRestore`. `kept` is the folder with the previous data.
 */
export const restoreReadySchema = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  kept: z.string(),
  rows: z.number().nullable(),
  mediaFiles: z.number(),
  missingMedia: z.number(),
  accounts: z.array(z.object({ email: z.string(), role: z.string().nullable() })),
  doubtfulPosts: z.number(),
  plannedPosts: z.number(),
  notTaken: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type RestoreReady = z.infer<typeof restoreReadySchema>;
