import { join } from 'node:path';
import type { AgentConfig } from '../../config/config.ts';
import { openVault } from '../../features/publishing/channels/vault.ts';
import { listFiles, openBelow } from '../../files/file-tree.ts';
import { hideSecrets } from '../../http/logger.ts';

/** Files and folders of a data directory that contain secrets. */
const FILES = ['agent-token', 'keys.json', 'ai.json', 'config.json'];
const FOLDERS = ['sessions', 'channels', 'webhooks'];
const FILES_MAX = 500;
const BYTES_MAX = 1024 * 1024;
/** Shorter secrets would match ordinary words. */
const LEAST_CHARS = 6;
const SECRET_NAME = /key|token|secret|password|cookie|value|url/i;
const HIDDEN = '[hidden]';

/**
 * Returns a function that removes secrets from a text: those of this data directory, configuration and environment,
 * plain, in JSON or in a URL, and anything else that looks like a secret.
 */
export async function secretHider(
  config: AgentConfig,
  env: { readonly [name: string]: string | undefined },
): Promise<(text: string) => string> {
  const found = new Set<string>();
  const add = (value: string) => {
    const text = value.trim();
    if (text.length < LEAST_CHARS) return;
    // Plain, in JSON, in JSON within JSON (a logged body), and in a URL.
    for (const form of [text, inJson(text), inJson(inJson(text)), encodeURIComponent(text)]) found.add(form);
  };
  const { supabaseKey, supabaseSecretKey, aiKey, databaseUrl } = config;
  for (const value of [supabaseKey, supabaseSecretKey, aiKey, databaseUrl, passwordOf(databaseUrl)]) add(value ?? '');
  for (const [name, value] of Object.entries(env)) if (value && /key|token|secret|password/i.test(name)) add(value);
  for (const text of [...(await secretFiles(config.dataDir)), ...(await sealedSecrets(config.dataDir))])
    for (const value of secretsOf(text)) add(value);
  // Longest first, because a secret may contain another.
  const secrets = [...found].sort((one, other) => other.length - one.length);
  return (text) => hideSecrets(secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function passwordOf(url: string | null): string {
  return url === null ? '' : decodeURIComponent(new URL(url).password);
}

async function secretFiles(dataDir: string): Promise<string[]> {
  const below = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await listFiles(join(dataDir, folder), FILES_MAX)).files.map(({ path }) => `${folder}/${path}`),
    ),
  );
  const texts: string[] = [];
  for (const path of [...FILES, ...below.flat()]) texts.push(await readStart(dataDir, path));
  return texts;
}

/** The decrypted secrets as JSON, as far as they can be decrypted now. */
async function sealedSecrets(dataDir: string): Promise<string[]> {
  const { readable, aiKey } = openVault({ dataDir, workspace: '' });
  const { sealedKey } = parsed(await readStart(dataDir, 'ai.json'));
  const key = sealedKey ? await aiKey.open(sealedKey).catch(() => null) : null;
  return [...(await readable()), { key }].map((secret) => JSON.stringify(secret));
}

function parsed(text: string): { sealedKey?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

async function readStart(dataDir: string, path: string): Promise<string> {
  const file = await openBelow(dataDir, path).catch(() => null);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTES_MAX), 0, BYTES_MAX, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The values in a JSON text whose keys mark them as secret; the whole text if it is not JSON. */
function secretsOf(text: string): string[] {
  const values: string[] = [];
  const collect = (value: unknown, isSecret: boolean) => {
    if (typeof value === 'string' && isSecret) values.push(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) collect(part, isSecret || SECRET_NAME.test(name));
  };
  try {
    collect(JSON.parse(text), false);
  } catch {
    values.push(text);
  }
  return values;
}
