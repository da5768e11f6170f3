import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../../../directories/private-file.ts';
import { AppError } from '../../../errors.ts';
import { type Keychain, systemKeychain } from './keychain.ts';
import { KEY_LOST, SECRET_LOST } from './messages.ts';
import { parseVaultFile, readVaultFile, vaultKey } from './vault-key.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What is kept, with the folder that it is kept in. */
const FOLDERS = { channel: 'channels', upload: 'uploads' } as const;
type Kind = keyof typeof FOLDERS;

/** `keyId` tells a secret of another key from a damaged one. Bytes are base64. */
const secretFileSchema = z.object({
  workspace: z.string(),
  keyId: z.string(),
  iv: z.base64(),
  tag: z.base64(),
  data: z.base64(),
});
type SecretFile = z.infer<typeof secretFileSchema>;

/** Where the key is; null before the first secret. `problem` says why secrets cannot be read now, null where they can. */
export type VaultState = { keptIn: 'keychain' | 'file' | null; problem: string | null };

/** Secrets of one kind, each with an id of the database: AppError bad_input for others. Only `remove` removes anything. */
export type Secrets = {
  /**
   * Null when there is none. AppError unavailable while the keychain is locked; no_session when the secret is damaged
   * or its key is gone.
   */
  read(id: string): Promise<unknown>;
  /** Keeps a secret (JSON) in place of the one before. AppError unavailable while the keychain is locked. */
  write(id: string, secret: unknown): Promise<void>;
  /** Works without the key; nothing happens when there is no secret. */
  remove(id: string): Promise<void>;
  /** The ids of those of this workspace. */
  ids(): Promise<string[]>;
};

/** The secrets of channels on this machine, one for each account, encrypted with one key. */
export type Vault = Omit<Secrets, 'ids'> & {
  /** The accounts of this workspace that have a secret here. */
  accounts: Secrets['ids'];
  /** What is known of uploads that are on their way, by the key of their delivery: with the same key. */
  uploads: Secrets;
  /** The key itself, for a backup. Null before the first secret. AppError unavailable while the keychain is locked. */
  key(): Promise<Buffer | null>;
  /** For people. Asks the keychain if the key is there and there are secrets. */
  state(): Promise<VaultState>;
};

export type VaultOptions = {
  dataDir: string;
  /** Tells this database's accounts from those of others that the data directory has served. */
  workspace: string;
  keychain?: Keychain;
};

/**
 * Opens the vault; nothing is read or made before it is used. The first secret decides where the key is: in the
 * keychain where that answers, else in a private file.
 */
export function openVault({ dataDir, workspace, keychain = systemKeychain() }: VaultOptions): Vault {
  const folderOf = (kind: Kind) => join(dataDir, FOLDERS[kind]);
  const inTurn = createTurns();
  const key = vaultKey(folderOf('channel'), keychain, async () => (await idsIn(folderOf('channel'))).length > 0);
  const findKey = () => inTurn('key', key.find);

  const secretsOf = (kind: Kind): Secrets => {
    const fileOf = (id: string) => join(folderOf(kind), `${asId(id)}.json`);
    return {
      async read(id) {
        const file = await readSecretFile(fileOf(id));
        if (file === null) return null;
        const found = await findKey();
        if (!found || idOf(found) !== file.keyId) throw new AppError('no_session', KEY_LOST);
        return decrypt(file, found, { kind, id: asId(id) });
      },
      async write(id, secret) {
        const path = fileOf(id);
        await inTurn(path, async () => {
          const owner = { kind, workspace, id: asId(id) };
          const file = encrypt(secret, await inTurn('key', key.findOrMake), owner);
          await writePrivateFile(path, `${JSON.stringify(file)}\n`);
        });
      },
      async remove(id) {
        const path = fileOf(id);
        await inTurn(path, () => rm(path, { force: true }));
      },
      async ids() {
        const ids = await idsIn(folderOf(kind));
        const files = await Promise.all(ids.map((id) => readSecretFile(fileOf(id)).catch(() => null)));
        return ids.filter((_, index) => files[index]?.workspace === workspace);
      },
    };
  };

  const { ids: accounts, ...channels } = secretsOf('channel');
  return {
    ...channels,
    accounts,
    uploads: secretsOf('upload'),
    key: findKey,
    async state() {
      const keptIn = await inTurn('key', key.keptIn);
      if ((await idsIn(folderOf('channel'))).length === 0) return { keptIn, problem: null };
      const problem = await findKey().then(
        (found) => (found ? null : KEY_LOST),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      return { keptIn, problem };
    },
  };
}

/** The ids of the secrets in a folder, those of other workspaces included. */
async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  return ids.filter((id) => z.uuid().safeParse(id).success);
}

/** Runs what has the same name one after the other. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const running = (last.get(name) ?? Promise.resolve()).then(work);
    const over = running
      .catch(() => undefined)
      .then(() => {
        if (last.get(name) === over) last.delete(name);
      });
    last.set(name, over);
    return running;
  };
}

/** One spelling of an id; what is no id never becomes a path. */
function asId(text: string): string {
  if (!z.uuid().safeParse(text).success) throw new AppError('bad_input', 'expected an id of the database');
  return text.toLowerCase();
}

async function readSecretFile(path: string): Promise<SecretFile | null> {
  const text = await readVaultFile(path);
  if (text === null) return null;
  const file = parseVaultFile(secretFileSchema, text);
  if (!file) throw new AppError('no_session', SECRET_LOST);
  return file;
}

function idOf(key: Buffer): string {
  return createHash('sha256').update('id of a channel key').update(key).digest('hex').slice(0, 16);
}

type Owner = { kind: Kind; workspace: string; id: string };

/** Whom a file is encrypted for, so that it cannot take the place of another one's. */
function ownerBytes({ kind, workspace, id }: Owner): Buffer {
  return Buffer.from(JSON.stringify([kind, workspace, id]));
}

function encrypt(secret: unknown, key: Buffer, owner: Owner): SecretFile {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(ownerBytes(owner));
  const data = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()]);
  return {
    workspace: owner.workspace,
    keyId: idOf(key),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

function decrypt({ workspace, iv, tag, data }: SecretFile, key: Buffer, owner: Pick<Owner, 'kind' | 'id'>): unknown {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes(iv), { authTagLength: TAG_BYTES })
      .setAAD(ownerBytes({ ...owner, workspace }))
      .setAuthTag(bytes(tag));
    return JSON.parse(Buffer.concat([decipher.update(bytes(data)), decipher.final()]).toString('utf8'));
  } catch (cause) {
    throw new AppError('no_session', SECRET_LOST, { cause });
  }
}
