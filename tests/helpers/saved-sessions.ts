import { join } from 'node:path';
import { type SessionCookie, type Sessions, sessionsIn } from '../../server/browser/sessions.ts';
import { openVault, type Seal } from '../../server/features/publishing/channels/vault.ts';
import { NO_KEYCHAIN } from './no-keychain.ts';

/** The saved sessions of a data directory on a machine without a keychain. */
export function savedSessions(dataDir: string): Sessions {
  return sessionsIn(openVault({ dataDir, workspace: 'tests', keychain: NO_KEYCHAIN }).sessions);
}

/** Null if there is none. */
export function readSession(dataDir: string, accountId: string): Promise<SessionCookie[] | null> {
  return savedSessions(dataDir).read(accountId);
}

export function writeSession(dataDir: string, accountId: string, cookies: SessionCookie[]): Promise<void> {
  return savedSessions(dataDir).write(accountId, cookies);
}

/** Encrypts the key of a model in a data directory, like the agent. */
export function aiKeySeal(dataDir: string): Seal {
  return openVault({ dataDir, workspace: 'tests', keychain: NO_KEYCHAIN }).aiKey;
}

/** The file with an account's session. */
export function sessionFile(dataDir: string, accountId: string): string {
  return join(dataDir, 'sessions', `${accountId}.json`);
}
