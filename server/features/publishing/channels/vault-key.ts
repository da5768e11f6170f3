import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { writeFirstPrivateFile, writePrivateFile } from '../../../files/private-file.ts';
import type { Keychain } from './keychain.ts';
import { keychainLocked, notReadable } from './messages.ts';

const KEY_BYTES = 32;
const KEY_FILE = 'key.json';

/** The location of the key: the keychain entry of this name, or this file. */
const keyFileSchema = z.discriminatedUnion('keptIn', [
  z.object({ keptIn: z.literal('keychain'), entry: z.uuid() }),
  z.object({ keptIn: z.literal('file'), key: z.base64() }),
]);
type KeyFile = z.infer<typeof keyFileSchema>;

/** The encryption key of a folder's secrets. Calls must not overlap. */
export type VaultKey = {
  /** Null before the first secret, and if the key is lost. AppError unavailable while the keychain is locked. */
  find(): Promise<Buffer | null>;
  /** Creates the key if needed. AppError unavailable while the keychain is locked. */
  findOrMake(): Promise<Buffer>;
  keptIn(): Promise<'keychain' | 'file' | null>;
};

/**
 * The key of a folder: in the keychain if it works when the key is generated, else in a private file next to the
 * secrets. If `hasSecrets` resolves to false, a key in a locked keychain is replaced.
 */
export function vaultKey(folder: string, keychain: Keychain, hasSecrets: () => Promise<boolean>): VaultKey {
  const path = join(folder, KEY_FILE);
  let known: Buffer | null = null;

  const saved = async (file: KeyFile | null): Promise<Buffer | null> => {
    if (file === null) return null;
    if (file.keptIn === 'file') return keyOf(file.key);
    const text = await keychain.read(file.entry).catch((cause: unknown) => {
      throw locked(cause);
    });
    return text === null ? null : keyOf(text);
  };
  const putIntoKeychain = async (entry: string, text: string): Promise<void> => {
    await keychain.write(entry, text);
    // A keychain that cannot return an entry would lose every secret.
    if ((await keychain.read(entry)) !== text) throw new Error('an entry could not be read back');
  };
  const make = async (file: KeyFile | null, { tryKeychain }: { tryKeychain: boolean }): Promise<Buffer> => {
    const key = randomBytes(KEY_BYTES);
    const text = key.toString('base64');
    // Random, so that no two data directories share an entry, and a moved directory still finds its own.
    const entry = file?.keptIn === 'keychain' ? file.entry : randomUUID();
    let made: KeyFile = { keptIn: 'file', key: text };
    if (tryKeychain) {
      try {
        await putIntoKeychain(entry, text);
        made = { keptIn: 'keychain', entry };
      } catch (cause) {
        if (file?.keptIn === 'keychain' && (await hasSecrets())) throw locked(cause);
      }
    }
    const content = `${JSON.stringify(made)}\n`;
    if (file !== null) await writePrivateFile(path, content);
    // Another process may have created a key concurrently. Replacing it would lose the secrets encrypted with it.
    else if (!(await writeFirstPrivateFile(path, content))) return (await saved(await readKeyFile(path))) ?? key;
    return key;
  };

  return {
    async find() {
      known ??= await saved(await readKeyFile(path));
      return known;
    },
    async findOrMake() {
      if (known) return known;
      const file = await readKeyFile(path);
      try {
        known = await saved(file);
      } catch (error) {
        if (await hasSecrets()) throw error;
        known = await make(file, { tryKeychain: false });
      }
      known ??= await make(file, { tryKeychain: true });
      return known;
    },
    keptIn: async () => (await readKeyFile(path))?.keptIn ?? null,
  };
}

/** Reads one of the vault's files; null if it does not exist. AppError internal if it is unreadable. */
export async function readVaultFile(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null;
    throw new AppError('internal', notReadable(path, cause.code ?? cause.message), { cause });
  });
}

/** Null for invalid content. */
export function parseVaultFile<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Null if there is no key file. A damaged one is renamed, so that it is not overwritten. */
async function readKeyFile(path: string): Promise<KeyFile | null> {
  const text = await readVaultFile(path);
  if (text === null) return null;
  const file = parseVaultFile(keyFileSchema, text);
  if (file && (file.keptIn === 'keychain' || keyOf(file.key))) return file;
  await rename(path, `${path}.damaged-${randomUUID()}`);
  return null;
}

function keyOf(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : null;
}

function locked(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError('unavailable', keychainLocked(reason), { cause });
}
