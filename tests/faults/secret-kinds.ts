import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openVault } from '../../server/features/publishing/channels/vault.ts';
import { loadKeys } from '../../server/supabase/embedded/keys.ts';
import { NO_KEYCHAIN } from '../helpers/no-keychain.ts';

const ACCOUNT = 'b0000000-0000-4000-8000-000000000001';

/** A secret that the agent keeps in files of its data directory. */
type SecretKind = {
  write(dataDir: string, value: string): Promise<unknown>;
  /** Null before the first. Rejects where it is damaged. */
  read(dataDir: string): Promise<unknown>;
};

const vault = (dataDir: string) => openVault({ dataDir, workspace: 'w', keychain: NO_KEYCHAIN });

/** One that is replaced, and one that is made at random, once. */
export const SECRET_KINDS: Record<'channel' | 'keys', SecretKind> = {
  channel: {
    write: (dataDir, value) => vault(dataDir).write(ACCOUNT, value),
    read: (dataDir) => vault(dataDir).read(ACCOUNT),
  },
  keys: {
    write: (dataDir) => loadKeys(join(dataDir, 'keys.json')),
    async read(dataDir) {
      const path = join(dataDir, 'keys.json');
      return (await readFile(path).catch(() => null)) && JSON.stringify(await loadKeys(path));
    },
  },
};

/** As a program it writes one: its arguments are the data directory, the kind and the value. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , dataDir = '', kind = '', value = ''] = process.argv;
  await SECRET_KINDS[kind as keyof typeof SECRET_KINDS].write(dataDir, value);
}
