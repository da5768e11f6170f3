/** What people read about the secrets of their channels. Never a secret. */

export const keychainLocked = (reason: string) =>
  `The keychain of this machine is locked or does not answer (${reason}), and the key to your channels is in it. Unlock it, then try again.`;
export const KEY_LOST =
  'The key to this saved connection is no longer on this machine: the data directory was copied from another one, or the key was removed from the keychain. Connect the account again.';
export const SECRET_LOST = 'The saved connection of this account is damaged. Connect the account again.';
export const notReadable = (path: string, code: string) =>
  `Cannot read ${path} (${code}). Check its owner and permissions.`;
