import type { BackupMade } from '../../../shared/agent/backups.ts';
import { counted, inMegabytes } from '../../features/backup/messages.ts';
import type { RestoreDone } from '../../features/backup/restore.ts';
import { printable } from '../../features/backup/restored-files.ts';

export const NO_PASSPHRASE = 'No passphrase: type it at a terminal, or pipe it with --passphrase-stdin.';
export const EMPTY_PASSPHRASE = 'The passphrase is empty.';
export const PASSPHRASES_DIFFER = 'The passphrases do not match. Nothing was written.';
export const shortPassphrase = (least: number) => `The passphrase needs at least ${least} characters.`;
export const NO_BACKUP = 'The backup ended without a result. The agent’s log has the details.';
export const NO_SECRETS =
  'Without logins, keys and tokens, and not encrypted: keep the file private. --with-secrets adds them, encrypted.';
export const WITH_SECRETS = 'With logins, keys and tokens, encrypted. It cannot be read without the passphrase.';
export const HOSTED =
  'The database and the Media Library are not included: they are in your Supabase project, which has its own backups.';

export const written = ({ file, size, rows, mediaFiles }: BackupMade) =>
  `Wrote ${file} (${inMegabytes(size)}${rows === null ? '' : `: ${counted(rows, 'row')}, ${counted(mediaFiles, 'media file')}`}), and checked it.`;

export const agentRuns = (dataDir: string, pid: number) =>
  `local-agent runs on ${dataDir} (process ${pid}). Stop it with \`local-agent stop\`, then restore.`;
export const replaces = (file: string, dataDir: string) =>
  `This replaces the workspace in ${dataDir} with ${file}. The current workspace is kept next to it.`;
export const CONFIRM = 'Type "restore" to continue: ';

/** Names what the backup of an upgrade does not include, and a restore therefore leaves in place. */
function stays({ parts }: RestoreDone['backup']): string {
  const hasLogins = parts.some(({ path }) => /^(channels|sessions)\//.test(path));
  return `A backup from before an upgrade has no media files${hasLogins ? '' : ', and this one no logins'}: those in the data directory were kept.`;
}

/** Lists the accounts that can sign in, because the backup's author may know their passwords. */
function whoSignsIn(accounts: RestoreDone['accounts']): string[] {
  if (accounts.length === 0) return ['Nobody can sign in yet: the next start shows the link to set the workspace up.'];
  const named = accounts.map(({ email, role }) => `${printable(email)} (${role ?? 'not a member, sees nothing'})`);
  return [
    `Everyone has to sign in again. These accounts can, with their passwords from the backup: ${named.join(', ')}.`,
    'Are they all yours? `local-agent users set-password <email>` sets a new password, `local-agent users remove <email>` removes an account.',
  ];
}

/** What was restored from the backup's small files, and what was skipped. */
function whatIsSet({ settings, packages, notTaken }: RestoreDone['taken']): string[] {
  const lines: string[] = [];
  if (settings.length > 0)
    lines.push(`Set by the backup: ${settings.map(({ name, value }) => `${name} = ${value}`).join(', ')}.`);
  if (packages.length > 0)
    lines.push(
      `Packages for scripts, which npm installs on request: ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}.`,
    );
  for (const { name, reason } of notTaken) lines.push(`Not restored: ${name} (${reason}).`);
  return lines;
}

export const OFFER_PASSWORDS = 'New passwords? Press Enter to keep the one from the backup.';
export const newPasswordFor = (email: string) => `New password for ${printable(email)}: `;
export const SAME_AGAIN = 'Repeat it: ';
export const notTheSame = (email: string) =>
  `The passwords do not match: that of ${printable(email)} stays unchanged. Change it with \`local-agent users set-password\`.`;
export const passwordChanged = (email: string) => `Changed the password of ${printable(email)}.`;

/** What was restored, and what the user should know before the next start. */
export function restored({ backup, rows, mediaFiles, kept, ...done }: RestoreDone): string[] {
  const lines = [
    `Restored the backup of ${backup.createdAt}${rows === null ? '' : `: ${counted(rows, 'row')}${backup.hasMedia ? `, ${counted(mediaFiles, 'media file')}` : ''}`}.`,
    `The previous workspace is in ${kept}. Remove it once you no longer need it.`,
  ];
  if (rows !== null) lines.push(...whoSignsIn(done.accounts));
  if (backup.includesSecrets)
    lines.push('Its keys, tokens and logins are restored: anyone who can read the backup knows them.');
  if (!backup.includesSecrets && backup.hasMedia)
    lines.push('Social accounts without a login on this machine have to be connected again.');
  if (done.doubtfulPosts > 0)
    lines.push(
      `${counted(done.doubtfulPosts, 'post')} may have been published since: the next start checks the platforms, and asks you about those it cannot find.`,
    );
  if (done.plannedPosts > 0)
    lines.push(
      `${counted(done.plannedPosts, 'post')} planned for later: each is looked for on its platforms before it is published.`,
    );
  if (rows !== null && !backup.hasMedia) lines.push(stays(backup));
  if (done.missingMedia > 0)
    lines.push(
      `${counted(done.missingMedia, 'media file')} not found ${backup.hasMedia ? 'next to the backup' : 'in the Media Library any more'}: posts that use them lack them.`,
    );
  if (done.unknownTables.length > 0)
    lines.push(`Not restored, since local-agent does not know them: ${done.unknownTables.join(', ')}.`);
  lines.push(...whatIsSet(done.taken));
  return lines;
}
