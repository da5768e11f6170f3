const count = (number: number, thing: string) => `${number.toLocaleString('en-US')} ${thing}${number === 1 ? '' : 's'}`;

/** All texts of restoring a backup. */
export const restoreMessages = {
  title: 'Restore',
  description: 'Go back to a backup. The current workspace is kept in a folder first.',
  fromFile: 'Choose a file…',
  fileInput: 'Backup file',
  uploading: 'Copying the file...',
  opening: 'Opening the backup...',
  restoreOf: (when: string) => `Restore the backup of ${when}`,
  restore: 'Restore…',
  failed: 'This backup cannot be restored',
} as const;

export const restoreQuestion = {
  title: 'Replace this workspace?',
  description: (when: string) => `With the backup of ${when}.`,
  encrypted: 'This backup is encrypted.',
  passphrase: 'Passphrase',
  open: 'Open',
  rows: 'Posts, accounts and everything else',
  rowsValue: (rows: number | null, mediaFiles: number) =>
    rows === null ? 'Settings only' : `${count(rows, 'row')}, ${count(mediaFiles, 'media file')}`,
  madeBy: 'Made by',
  version: (version: string) => `Local Agent ${version}`,
  logins: 'Logins and keys',
  loginsValue: (included: boolean) =>
    included ? 'Included: they replace those here' : 'Not included: those here stay',
  steps: [
    'The backup is checked and loaded first. If anything is wrong with it, nothing changes.',
    'Then it replaces everything here, and the agent restarts. That takes about half a minute.',
    'The current workspace is kept in a folder next to it.',
    'Everyone must sign in again, with the passwords of the backup.',
    'Posts that have come due since are looked up on their platforms first. Nothing is published twice.',
  ],
  cancel: 'Cancel',
  confirm: 'Replace the workspace',
} as const;

export const restoreProgress = {
  title: 'Restoring',
  description: 'Keep this window open. Closing it does not stop the restore.',
  starting: 'Reading the backup',
  restarting: 'Restarting with the backup',
  away: 'The agent has not restarted yet. Check the window in which it runs, or run `local-agent start`, then reload this page.',
} as const;

export const restoreDone = {
  title: 'Restored',
  description: (when: string) => `This workspace is back to its state of ${when}.`,
  accounts: 'These accounts can sign in, with the passwords of the backup:',
  nobody: 'The backup has no account: set the workspace up again with the link that the agent shows.',
  kept: 'What was here before is in',
  doubtful: (posts: number) =>
    `${count(posts, 'post')} may have been published since: they are looked up on their platforms.`,
  missing: (files: number) => `${count(files, 'media file')} not found next to the backup.`,
  notTaken: 'Not restored:',
  signIn: 'Sign in',
} as const;
