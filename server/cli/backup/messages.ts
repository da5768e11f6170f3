import type { BackupMade } from '../../../shared/agent/backups.ts';
import { counted, inMegabytes } from '../../features/backup/messages.ts';
import type { RestoreDone } from '../../features/backup/restore.ts';

/** What the terminal says about backups. */
export const NO_PASSPHRASE = 'No passphrase: type it at a terminal, or pipe it with --passphrase-stdin.';
export const EMPTY_PASSPHRASE = 'The passphrase is empty.';
export const PASSPHRASES_DIFFER = 'The two passphrases are not the same. Nothing was written.';
export const shortPassphrase = (least: number) => `The passphrase needs at least ${least} characters.`;
export const NO_BACKUP = 'The backup ended without a result. The agent’s log has the details.';
export const NO_SECRETS =
  'Without logins, keys and tokens, and not encrypted: keep the file private. --with-secrets adds them, encrypted.';
export const WITH_SECRETS = 'With logins, keys and tokens, encrypted. Without the passphrase nobody can read it.';
export const HOSTED =
  'The database and the Media Library are not in it: they are in your Supabase project, which has its own backups.';

export const written = ({ file, size, rows, mediaFiles }: BackupMade) =>
  `Wrote ${file} (${inMegabytes(size)}${rows === null ? '' : `: ${counted(rows, 'row')}, ${counted(mediaFiles, 'media file')}`}), and checked it.`;

export const agentRuns = (dataDir: string, pid: number) =>
  `local-agent runs on ${dataDir} (process ${pid}). Stop it with \`local-agent stop\`, then restore.`;
export const replaces = (file: string, dataDir: string) =>
  `This replaces the workspace in ${dataDir} with ${file}. What is there now is kept beside it.`;
export const CONFIRM = 'Type "restore" to go on: ';
export const NOT_CONFIRMED = 'Nothing was changed.';
export const NEEDS_YES = 'Nothing was changed: confirm with --yes where nobody can type.';

/** What is not in the folder of an upgrade. */
function stays({ parts }: RestoreDone['backup']): string {
  const hasLogins = parts.some(({ path }) => /^(channels|sessions)\//.test(path));
  return `A backup before an upgrade holds no media files${hasLogins ? '' : ', and this one no logins'}: those in the data directory stayed.`;
}

/** What was restored, and what the person should know before the next start. */
export function restored({ backup, rows, mediaFiles, kept, ...done }: RestoreDone): string[] {
  const lines = [
    `Restored the backup of ${backup.createdAt}${rows === null ? '' : `: ${counted(rows, 'row')}${backup.hasMedia ? `, ${counted(mediaFiles, 'media file')}` : ''}`}.`,
    `What was there before is in ${kept}. Remove it once you need nothing of it.`,
  ];
  if (!backup.includesSecrets && backup.hasMedia)
    lines.push('Everybody signs in again. Accounts without a login on this machine have to be connected again.');
  if (done.doubtfulPosts > 0)
    lines.push(
      `${counted(done.doubtfulPosts, 'post')} may have gone out since: the next start looks on the platforms, and asks you where nothing is found.`,
    );
  if (done.plannedPosts > 0)
    lines.push(`${counted(done.plannedPosts, 'post')} planned for later: each is looked for before it goes out.`);
  if (rows !== null && !backup.hasMedia) lines.push(stays(backup));
  if (done.missingMedia > 0)
    lines.push(
      `${counted(done.missingMedia, 'media file')} not found ${backup.hasMedia ? 'beside the backup' : 'in the Media Library any more'}: posts that use them have none.`,
    );
  if (done.unknownTables.length > 0)
    lines.push(`Not restored, since local-agent does not know them: ${done.unknownTables.join(', ')}.`);
  return lines;
}
