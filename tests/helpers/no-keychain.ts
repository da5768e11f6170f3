import type { Keychain } from '../../server/features/publishing/channels/keychain.ts';

/** A machine without a keychain: the key to the channels' logins is in a file. */
const noKeychain = () => Promise.reject(new Error('There is no keychain.'));
export const NO_KEYCHAIN: Keychain = { read: noKeychain, write: noKeychain };
