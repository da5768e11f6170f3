import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { replaceSecretFile, writePrivateFile } from '../../../files/private-file.ts';
import { type Keychain, systemKeychain } from './keychain.ts';
import { KEY_LOST, SECRET_LOST } from './messages.ts';
import { decrypt, encrypt, idOf, type Owner, type SealedSecret, sealedSecretSchema } from './sealed-secret.ts';
import { parseVaultFile, readVaultFile, vaultKey } from './vault-key.ts';

/** The kinds of secrets, with their folders. */
const FOLDERS = {
  channel: 'channels',
  upload: 'uploads',
  session: 'sessions',
  webhook: 'webhooks',
  agent: 'agents',
} as const;
type Kind = keyof typeof FOLDERS;
/** The kinds that are lost for good with the key. Uploads can be restarted, and agents paired again. */
const LASTING = ['channel', 'session', 'webhook'] as const;
/** A settings file with a sealed value of this name (features/ai/settings-store.ts). */
const SEALED_ELSEWHERE = { file: 'ai.json', name: '"sealedKey":{' } as const;
/** The id of the only secret of its kind. */
const ONLY = '00000000-0000-0000-0000-000000000000';

/** A session in an earlier version's format. */
const plainSchema = z.looseObject({ cookies: z.unknown() });

/** The location of the key, null before the first secret; `problem` says why secrets are unreadable, or is null. */
export type VaultState = { keptIn: 'keychain' | 'file' | null; problem: string | null };

/** Secrets of one kind by database id. AppError bad_input for other ids. Only `remove` deletes secrets. */
export type Secrets = {
  /**
   * Null if there is none. AppError unavailable while the keychain is locked; no_session if the secret is damaged or
   * its key is lost.
   */
  read(id: string): Promise<unknown>;
  /** Stores or replaces a secret (JSON). AppError unavailable while the keychain is locked. */
  write(id: string, secret: unknown): Promise<void>;
  /** Works without the key; a no-op if there is no secret. */
  remove(id: string): Promise<void>;
  /** The ids of this workspace's secrets. */
  ids(): Promise<string[]>;
};

/** Encrypts and decrypts a secret that is stored in a settings file. */
export type Seal = {
  /** JSON. AppError unavailable while the keychain is locked. */
  seal(secret: unknown): Promise<Record<string, unknown>>;
  /** AppError as in `read` of Secrets. */
  open(sealed: unknown): Promise<unknown>;
};

/** The secrets on this machine, those of channels one per account, encrypted with one key. */
export type Vault = Omit<Secrets, 'ids'> & {
  /** The accounts of this workspace with a secret here. */
  accounts: Secrets['ids'];
  /** The state of pending uploads, by their delivery's key. */
  uploads: Secrets;
  /** The accounts' cookies. */
  sessions: Secrets;
  /** The signing secrets of webhooks. */
  webhooks: Secrets;
  /** This agent's key pair, and the public keys of the agents paired with it; see holders/agent-keys.ts. */
  agents: Secrets;
  /** For the model's API key. */
  aiKey: Seal;
  /**
   * Encrypts sessions stored in plain files by earlier versions or old backups; returns how many. If killed at any
   * point, each file is either unchanged or encrypted. AppError unavailable while the keychain is locked.
   */
  sealPlainSessions(): Promise<number>;
  /** All logins, sessions and signing secrets that can be decrypted, of any workspace, to redact them in a report. */
  readable(): Promise<unknown[]>;
  /** The key itself, for a backup. Null before the first secret. AppError unavailable while the keychain is locked. */
  key(): Promise<Buffer | null>;
  /** For display. If there are secrets, checks whether the key exists, which may access the keychain. */
  state(): Promise<VaultState>;
};

export type VaultOptions = {
  dataDir: string;
  /** Identifies this database among others used with the data directory. */
  workspace: string;
  keychain?: Keychain;
};

/**
 * Opens the vault; reads and creates nothing before it is used. Where the key is stored is decided with the first
 * secret: in the keychain if it works, else in a private file.
 */
export function openVault({ dataDir, workspace, keychain = systemKeychain() }: VaultOptions): Vault {
  const folderOf = (kind: Kind) => join(dataDir, FOLDERS[kind]);
  const inTurn = createTurns();
  const key = vaultKey(folderOf('channel'), keychain, () => hasSecrets(dataDir));
  const findKey = () => inTurn('key', key.find);

  const sealed = async (secret: unknown, owner: Owner): Promise<SealedSecret> =>
    encrypt(secret, await inTurn('key', key.findOrMake), owner);
  const opened = async (file: SealedSecret, owner: Pick<Owner, 'kind' | 'id'>): Promise<unknown> => {
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
        if (plain === null || parseVaultFile(sealedSecretSchema, text)) return false;
        const file = await sealed(plain, { kind, workspace, id: asId(id) });
        await replaceSecretFile(path, `${JSON.stringify(file)}\n`);
        return true;
      });
    };
    return {
      async read(id) {
        // It may still be unencrypted if the keychain was locked at the agent's start.
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
    webhooks: secretsOf('webhook'),
    agents: secretsOf('agent'),
    aiKey: {
      seal: (secret) => sealed(secret, { kind: 'ai', workspace, id: ONLY }),
      async open(value) {
        const file = sealedSecretSchema.safeParse(value);
        if (!file.success) throw new AppError('no_session', SECRET_LOST);
        return opened(file.data, { kind: 'ai', id: ONLY });
      },
    },
    sealPlainSessions: sessions.sealPlain,
    async readable() {
      const found: unknown[] = [];
      for (const kind of LASTING)
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

/**
 * Moves the secrets of one workspace to another, after its rows were moved there with their ids. If interrupted, a
 * second call completes it. Returns how many it moved. AppError as in `read` of Secrets.
 */
export async function moveSecrets(options: Omit<VaultOptions, 'workspace'>, from: string, to: string): Promise<number> {
  const [old, own] = [from, to].map((workspace) => openVault({ ...options, workspace })) as [Vault, Vault];
  let count = 0;
  const kinds = [
    [
      { ...old, ids: old.accounts },
      { ...own, ids: own.accounts },
    ],
    [old.uploads, own.uploads],
    [old.sessions, own.sessions],
    [old.webhooks, own.webhooks],
    [old.agents, own.agents],
  ] as const;
  for (const [secrets, moved] of kinds)
    for (const id of await secrets.ids()) {
      await moved.write(id, await secrets.read(id));
      count += 1;
    }
  return count;
}

/** Whether anything would be lost for good with the key. */
async function hasSecrets(dataDir: string): Promise<boolean> {
  for (const kind of LASTING) if ((await idsIn(join(dataDir, FOLDERS[kind]))).length > 0) return true;
  const text = await readVaultFile(join(dataDir, SEALED_ELSEWHERE.file)).catch(() => null);
  return text?.replace(/\s/g, '').includes(SEALED_ELSEWHERE.name) ?? false;
}

/** The ids of a folder's secrets, including other workspaces'. */
async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  return ids.filter((id) => z.guid().safeParse(id).success);
}

/** Serialises work with the same name. */
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

/** The canonical form of an id. AppError bad_input for other strings, so that they never become a path. */
function asId(text: string): string {
  if (!z.guid().safeParse(text).success) throw new AppError('bad_input', 'expected an id of the database');
  return text.toLowerCase();
}

async function readSecretFile(path: string): Promise<SealedSecret | null> {
  const text = await readVaultFile(path);
  if (text === null) return null;
  const file = parseVaultFile(sealedSecretSchema, text);
  if (!file) throw new AppError('no_session', SECRET_LOST);
  return file;
}
