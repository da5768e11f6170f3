import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { replaceSecretFile, writePrivateFile } from '../../../files/private-file.ts';
import { type Keychain, systemKeychain } from './keychain.ts';
import { KEY_LOST, SECRET_LOST } from './messages.ts';
import { parseVaultFile, readVaultFile, vaultKey } from './vault-key.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What is kept, with the folder that it is kept in. */
const FOLDERS = { channel: 'channels', upload: 'uploads', session: 'sessions' } as const;
type Kind = keyof typeof FOLDERS;
/** A file of settings that holds a sealed value of this name, once there is one (features/ai/settings-store.ts). */
const SEALED_ELSEWHERE = { file: 'ai.json', name: '"sealedKey":{' } as const;
/** What is no id stands for the one secret of its kind. */
const ONLY = '00000000-0000-0000-0000-000000000000';

/** `keyId` tells a secret of another key from a damaged one. Bytes are base64. */
const secretFileSchema = z.object({
  workspace: z.string(),
  keyId: z.string(),
  iv: z.base64(),
  tag: z.base64(),
  data: z.base64(),
});
type SecretFile = z.infer<typeof secretFileSchema>;
/** A session as earlier versions wrote it. */
const plainSchema = z.looseObject({ cookies: z.unknown() });

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

/** A secret that is kept in a file of settings: encrypted and opened as one of the vault's own. */
export type Seal = {
  /** JSON. AppError unavailable while the keychain is locked. */
  seal(secret: unknown): Promise<Record<string, unknown>>;
  /** AppError as `read` of Secrets. */
  open(sealed: unknown): Promise<unknown>;
};

/** The secrets on this machine, those of channels one for each account, encrypted with one key. */
export type Vault = Omit<Secrets, 'ids'> & {
  /** The accounts of this workspace that have a secret here. */
  accounts: Secrets['ids'];
  /** What is known of uploads that are on their way, by the key of their delivery: with the same key. */
  uploads: Secrets;
  /** The cookies of accounts, with the same key. */
  sessions: Secrets;
  /** For the key of a model. */
  aiKey: Seal;
  /**
   * Encrypts the sessions that earlier versions wrote, and old backups bring, as plain files; answers how many. Killed at
   * any point, each is there as it was or encrypted. AppError unavailable while the keychain is locked.
   */
  sealPlainSessions(): Promise<number>;
  /** Logins and sessions that can be opened now, whichever workspace they are of: they must not stand in a report. */
  readable(): Promise<unknown[]>;
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
  const key = vaultKey(folderOf('channel'), keychain, () => hasSecrets(dataDir));
  const findKey = () => inTurn('key', key.find);

  const sealed = async (secret: unknown, owner: Owner): Promise<SecretFile> =>
    encrypt(secret, await inTurn('key', key.findOrMake), owner);
  const opened = async (file: SecretFile, owner: Pick<Owner, 'kind' | 'id'>): Promise<unknown> => {
    const found = await findKey();
    if (!found || idOf(found) !== file.keyId) throw new AppError('no_session', KEY_LOST);
    return decrypt(file, found, owner);
  };

  const secretsOf = (kind: Kind): Secrets & { sealPlain(): Promise<number> } => {
    const fileOf = (id: string) => join(folderOf(kind), `${asId(id)}.json`);
    const sealFile = (id: string): Promise<boolean> => {
      const path = fileOf(id);
      return inTurn(path, async () => {
        const text = (await readVaultFile(path)) ?? '';
        const plain = parseVaultFile(plainSchema, text);
        if (plain === null || parseVaultFile(secretFileSchema, text)) return false;
        const file = await sealed(plain, { kind, workspace, id: asId(id) });
        await replaceSecretFile(path, `${JSON.stringify(file)}\n`);
        return true;
      });
    };
    return {
      async read(id) {
        // Where the start could not encrypt it, because the keychain was locked.
        if (kind === 'session') await sealFile(id);
        const file = await readSecretFile(fileOf(id));
        return file && opened(file, { kind, id: asId(id) });
      },
      async write(id, secret) {
        const path = fileOf(id);
        await inTurn(path, async () => {
          const file = await sealed(secret, { kind, workspace, id: asId(id) });
          await writePrivateFile(path, `${JSON.stringify(file)}\n`);
        });
      },
      async sealPlain() {
        let count = 0;
        for (const id of await idsIn(folderOf(kind))) if (await sealFile(id)) count += 1;
        return count;
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

  const { read, write, remove, ids: accounts } = secretsOf('channel');
  const sessions = secretsOf('session');
  return {
    read,
    write,
    remove,
    accounts,
    uploads: secretsOf('upload'),
    sessions,
    aiKey: {
      seal: (secret) => sealed(secret, { kind: 'ai', workspace, id: ONLY }),
      async open(value) {
        const file = secretFileSchema.safeParse(value);
        if (!file.success) throw new AppError('no_session', SECRET_LOST);
        return opened(file.data, { kind: 'ai', id: ONLY });
      },
    },
    sealPlainSessions: sessions.sealPlain,
    async readable() {
      const found: unknown[] = [];
      for (const kind of ['channel', 'session'] as const)
        for (const id of await idsIn(folderOf(kind)))
          found.push(
            await secretsOf(kind)
              .read(id)
              .catch(() => null),
          );
      return found;
    },
    key: findKey,
    async state() {
      const keptIn = await inTurn('key', key.keptIn);
      if (!(await hasSecrets(dataDir))) return { keptIn, problem: null };
      const problem = await findKey().then(
        (found) => (found ? null : KEY_LOST),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      return { keptIn, problem };
    },
  };
}

/** Would a lost key lose something? Uploads under way begin anew. */
async function hasSecrets(dataDir: string): Promise<boolean> {
  for (const kind of ['channel', 'session'] as const)
    if ((await idsIn(join(dataDir, FOLDERS[kind]))).length > 0) return true;
  const text = await readVaultFile(join(dataDir, SEALED_ELSEWHERE.file)).catch(() => null);
  return text?.replace(/\s/g, '').includes(SEALED_ELSEWHERE.name) ?? false;
}

/** The ids of the secrets in a folder, those of other workspaces included. */
async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  return ids.filter((id) => z.guid().safeParse(id).success);
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
  if (!z.guid().safeParse(text).success) throw new AppError('bad_input', 'expected an id of the database');
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

type Owner = { kind: Kind | 'ai'; workspace: string; id: string };

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
