import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aiSettingsStore } from '../../server/features/ai/settings-store.ts';
import { openVault } from '../../server/features/publishing/channels/vault.ts';
import { writePrivateFile } from '../../server/files/private-file.ts';
import { loadAgentToken } from '../../server/http/agent-token.ts';
import { loadKeys } from '../../server/supabase/embedded/keys.ts';
import { aiSettingsSchema } from '../../shared/ai/ai.ts';
import { NO_KEYCHAIN } from '../helpers/no-keychain.ts';
import { aiKeySeal, readSession, sessionFile, writeSession } from '../helpers/saved-sessions.ts';

const ACCOUNT = 'b0000000-0000-4000-8000-000000000001';
const UNSET = aiSettingsSchema.parse({});

/** A secret that the agent keeps in files of its data directory. */
export type SecretKind = {
  write(dataDir: string, value: string): Promise<unknown>;
  /** Null before the first write. Rejects if it is damaged. */
  read(dataDir: string): Promise<string | null>;
  /** Generated at random, once. */
  isMade?: true;
};

const vault = (dataDir: string) => openVault({ dataDir, workspace: 'w', keychain: NO_KEYCHAIN });
const text = (path: string) => readFile(path, 'utf8').catch(() => null);

export const SECRET_KINDS = {
  channel: {
    write: (dataDir, value) => vault(dataDir).write(ACCOUNT, value),
    read: async (dataDir) => (await vault(dataDir).read(ACCOUNT)) as string | null,
  },
  session: {
    write: (dataDir, value) =>
      writeSession(dataDir, ACCOUNT, [
        { name: 'session', value, domain: 'example.com', path: '/', expires: -1, secure: true, httpOnly: true },
      ]),
    async read(dataDir) {
      return (await readSession(dataDir, ACCOUNT))?.[0]?.value ?? null;
    },
  },
  'session of an earlier version, as a start encrypts it': {
    async write(dataDir, value) {
      const cookies = [{ name: 'session', value, domain: 'example.com' }];
      await writePrivateFile(sessionFile(dataDir, ACCOUNT), JSON.stringify({ cookies }));
      await vault(dataDir).sealPlainSessions();
    },
    async read(dataDir) {
      return (await readSession(dataDir, ACCOUNT))?.[0]?.value ?? null;
    },
  },
  'key of a model': {
    write: (dataDir, apiKey) =>
      aiSettingsStore(dataDir, UNSET, aiKeySeal(dataDir)).change({ provider: 'openai', apiKey }),
    read: async (dataDir) => (await aiSettingsStore(dataDir, UNSET, aiKeySeal(dataDir)).current()).settings.apiKey,
  },
  keys: {
    isMade: true,
    write: (dataDir) => loadKeys(join(dataDir, 'keys.json')),
    read: async (dataDir) =>
      (await text(join(dataDir, 'keys.json'))) ? JSON.stringify(await loadKeys(join(dataDir, 'keys.json'))) : null,
  },
  'agent token': {
    isMade: true,
    write: loadAgentToken,
    read: async (dataDir) => ((await text(join(dataDir, 'agent-token'))) ? loadAgentToken(dataDir) : null),
  },
} satisfies Record<string, SecretKind>;

/** As a program, writes one secret: its arguments are the data directory, the kind and the value. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , dataDir = '', kind = '', value = ''] = process.argv;
  await (SECRET_KINDS as Record<string, SecretKind>)[kind]?.write(dataDir, value);
}
