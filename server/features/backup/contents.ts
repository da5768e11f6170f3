import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { listFiles } from '../../files/file-tree.ts';
import type { ArchivePart } from './archive.ts';

/** Settings of config.json that are or contain credentials. */
const SECRET_SETTINGS = ['supabaseSecretKey', 'supabaseKey', 'databaseUrl', 'aiKey'];
const PLAIN_FILES = ['scripts/package.json', 'scripts/package-lock.json'];
const SECRET_FILES = ['keys.json', 'agent-token', 'agent-id', 'ai.json'];
const SECRET_FOLDERS = ['channels', 'sessions', 'webhooks', 'agents'];
const CHANNEL_KEY = 'channels/key.json';
const OF_AN_ACCOUNT = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.json$/;
const ACCOUNTS_MAX = 10_000;

/**
 * The small files of a data directory for a backup, read now. Without secrets: config.json without its keys, and the
 * list of the scripts' packages. With secrets also keys, tokens, the log-ins of channels and accounts, the secrets of
 * webhooks, and the keys of this agent and those paired with it, with the vault's key (`channelKey`) from the keychain,
 * so that another machine can read them. Files that are recreated or belong to this machine are left out: browser
 * profiles (log-ins are in sessions/), logs, models, scripts' files, unfinished uploads.
 */
export async function smallFiles(
  dataDir: string,
  secrets: { channelKey: Buffer | null } | null,
): Promise<ArchivePart[]> {
  const parts: ArchivePart[] = [];
  const add = (path: string, bytes: Buffer) => parts.push({ path, size: bytes.length, open: () => once(bytes) });
  const copy = async (path: string) => {
    const bytes = await readFile(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
    if (bytes) add(path, bytes);
  };
  if (secrets) await copy('config.json');
  else {
    const config = await plainConfig(dataDir);
    if (config) add('config.json', config);
  }
  for (const path of PLAIN_FILES) await copy(path);
  if (!secrets) return parts;
  for (const path of SECRET_FILES) await copy(path);
  for (const folder of SECRET_FOLDERS) {
    const { files } = await listFiles(join(dataDir, folder), ACCOUNTS_MAX);
    for (const { path } of files) if (OF_AN_ACCOUNT.test(path)) await copy(`${folder}/${path}`);
  }
  if (secrets.channelKey) {
    const key = { keptIn: 'file', key: secrets.channelKey.toString('base64') };
    add(CHANNEL_KEY, Buffer.from(`${JSON.stringify(key)}\n`));
  }
  return parts;
}

/** Removes comments too: they may contain an old key. */
async function plainConfig(dataDir: string): Promise<Buffer | null> {
  const text = await readFile(join(dataDir, 'config.json'), 'utf8').catch(() => null);
  const config: unknown = text === null ? null : parse(text);
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return null;
  const kept = Object.entries(config).filter(([name]) => !SECRET_SETTINGS.includes(name));
  return Buffer.from(`${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

export async function storedFiles(folder: string): Promise<ArchivePart[]> {
  const { files } = await listFiles(folder, Number.MAX_SAFE_INTEGER);
  return files
    .filter(({ path }) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(path))
    .map(({ path, size }) => ({ path: `storage/${path}`, size, open: () => createReadStream(join(folder, path)) }));
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
