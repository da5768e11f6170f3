import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { type SettingName, settingSources, settingsSchema } from '../../config/settings.ts';
import {
  LOCK_IS_MADE_ANEW,
  MACHINE_HAS_CONFIG,
  NO_SUCH_SETTING,
  NOT_A_VERSION,
  NOT_HARMLESS,
  NOT_READABLE,
  OUT_OF_BOUNDS,
  RUNS_COMMANDS,
} from './messages.ts';

export const CONFIG_FILE = 'config.json';
const PACKAGES_FILE = 'scripts/package.json';
const MODEL_FILE = 'ai.json';
const LOCK_FILE = 'scripts/package-lock.json';
/** Size limit of these files, in bytes. */
const FILE_MAX_BYTES = 1024 * 1024;
/** The most skipped items that are listed. */
const NAMED_MAX = 200;
const NAME_MAX_CHARS = 100;

/**
 * The settings that a backup may restore: none decides where the agent listens, whom it allows, where it sends
 * anything, what it runs, or what that may cost. All others, including new ones, stay as they are on this machine.
 */
const HARMLESS: readonly SettingName[] = [
  'port',
  'open',
  'json',
  'logLevel',
  'scriptTimeout',
  'scriptConcurrency',
  'scriptQueue',
  'scriptMemory',
  'scriptLog',
  'scriptSpare',
  'scriptHistoryRuns',
  'scriptHistoryDays',
  'scriptHistoryFiles',
];

/** A package name in the registry, and a version or range: no address, folder, alias or tag. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]{0,100}\/)?[a-z0-9~-][a-z0-9._~-]{0,100}$/;
const VERSIONS = /^[\d^~<>=*xX][\d.^~<>=*xX| +a-zA-Z-]{0,100}$/;

/** What was restored from a backup's small files, and what was skipped, where `name` includes the file. */
export type TakenFiles = {
  settings: { name: string; value: string }[];
  /** Packages that the next `npm install` in scripts/ would install. */
  packages: { name: string; version: string }[];
  notTaken: { name: string; reason: string }[];
};

/**
 * Reduces the unpacked files in `work` to what is harmless on this machine, even in a hostile backup: of config.json
 * the harmless settings, and none if this machine has a config.json; of the scripts' package.json the registry's
 * packages, without scripts for npm to run; no package-lock.json, which decides where packages come from.
 */
export async function keepHarmless(work: string, dataDir: string): Promise<TakenFiles> {
  const taken: TakenFiles = { settings: [], packages: [], notTaken: [] };
  const hasConfig = await exists(join(dataDir, CONFIG_FILE));
  await rewrite(work, CONFIG_FILE, taken, (content) => harmlessConfig(content, hasConfig, taken));
  await rewrite(work, PACKAGES_FILE, taken, (content) => registryPackages(content, taken));
  if (await exists(join(work, LOCK_FILE))) {
    await rm(join(work, LOCK_FILE));
    leaveOut(taken, LOCK_FILE, LOCK_IS_MADE_ANEW);
  }
  await nameModel(work, taken);
  return taken;
}

/**
 * The choice of a model is restored with its key, only from backups with secrets, and as a whole: without its address
 * the key would be sent elsewhere. It is reported, since prompts are sent to that address.
 */
async function nameModel(work: string, { settings }: TakenFiles): Promise<void> {
  const chosen = Object(parsed(await readFile(join(work, MODEL_FILE), 'utf8').catch(() => '')));
  for (const [field, name] of [
    ['provider', 'ai.provider'],
    ['model', 'ai.model'],
    ['baseUrl', 'ai.base-url'],
  ] as const)
    if (typeof chosen[field] === 'string') settings.push({ name, value: JSON.stringify(printable(chosen[field])) });
}

/**
 * Replaces a file's content with what `keep` returns. Removes the file if that is null, or if the file is too large or
 * not a JSON object.
 */
async function rewrite(
  work: string,
  path: string,
  taken: TakenFiles,
  keep: (content: Record<string, unknown>) => object | null,
): Promise<void> {
  const file = join(work, path);
  const found = await stat(file).catch(() => null);
  if (!found) return;
  const content = found.size > FILE_MAX_BYTES ? null : parsed(await readFile(file, 'utf8'));
  const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
  if (!isObject) leaveOut(taken, path, NOT_READABLE);
  const kept = isObject ? keep(content as Record<string, unknown>) : null;
  await rm(file);
  if (kept === null) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

/** Null also when nested too deeply for the parser. */
function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function harmlessConfig(content: Record<string, unknown>, hasConfig: boolean, taken: TakenFiles): object | null {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(content)) {
    const reason = whyNotSetting(name, value, hasConfig);
    if (reason === null) kept.push([name, value]);
    else leaveOut(taken, `"${name}" in ${CONFIG_FILE}`, reason);
  }
  taken.settings.push(...kept.map(([name, value]) => ({ name, value: JSON.stringify(value) })));
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

function whyNotSetting(name: string, value: unknown, hasConfig: boolean): string | null {
  if (!Object.hasOwn(settingSources, name)) return NO_SUCH_SETTING;
  const setting = name as SettingName;
  if (!HARMLESS.includes(setting)) return NOT_HARMLESS;
  if (!settingsSchema.shape[setting].safeParse(value).success) return OUT_OF_BOUNDS;
  return hasConfig ? MACHINE_HAS_CONFIG : null;
}

function registryPackages(content: Record<string, unknown>, taken: TakenFiles): object | null {
  const kept: [string, string][] = [];
  for (const [field, value] of Object.entries(content)) {
    if (field === 'dependencies') continue;
    const names = field === 'scripts' && typeof value === 'object' && value !== null ? Object.keys(value) : [null];
    for (const name of names)
      leaveOut(taken, `"${name === null ? field : `${field}.${name}`}" in ${PACKAGES_FILE}`, RUNS_COMMANDS);
  }
  for (const [name, version] of Object.entries(Object(content.dependencies))) {
    if (PACKAGE_NAME.test(name) && typeof version === 'string' && VERSIONS.test(version)) kept.push([name, version]);
    else leaveOut(taken, `"${name}" in ${PACKAGES_FILE}`, NOT_A_VERSION);
  }
  taken.packages.push(...kept.map(([name, version]) => ({ name, version })));
  return kept.length > 0 ? { private: true, dependencies: Object.fromEntries(kept) } : null;
}

/** Names come from the file: control characters are escaped as in JSON. */
function leaveOut({ notTaken }: TakenFiles, name: string, reason: string): void {
  if (notTaken.length < NAMED_MAX) notTaken.push({ name: printable(name), reason });
}

/** On one line, without control characters, and of limited length. */
export function printable(text: string): string {
  const plain = text.replace(/\p{C}/gu, '\uFFFD');
  return plain.length > NAME_MAX_CHARS ? `${plain.slice(0, NAME_MAX_CHARS)}…` : plain;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
