import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import { version } from '../../package.json';
import { DEFAULT_PORT } from '../../shared/agent/agent-api.ts';
import { AppError } from '../errors.ts';
import { type Environment, environment } from '../system/environment.ts';
import { defaultDataDirectory, hasScreen, type Machine, thisMachine, userConfigDirectory } from '../system/machine.ts';
import { readConfigFile } from './config-file.ts';
import { type Link, readLink } from './link.ts';
import { type SettingName, settingSources, settingsSchema } from './settings.ts';

/**
 * All settings, merged and checked once; frozen. Paths are absolute. `link` is the project that the data directory is
 * linked to; null if it is not linked, or another project is given for this run.
 */
export type AgentConfig = Readonly<z.infer<typeof settingsSchema> & { version: string; link: Link | null }>;

/** Settings from the command line; flags have no defaults, which would override the config file. */
export type ConfigFlags = { [name in SettingName]?: unknown };

type Layer = { values: Record<string, unknown>; nameOf: (setting: string) => string };

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1'];

/** The URL at which to open an agent that listens on `host`; the loopback address if it listens on all addresses. */
export function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether an agent that listens on `host` is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host);
}

/**
 * Merges flags, environment, config file and defaults (in order of precedence) and checks the result once. The config
 * file is LOCAL_AGENT_CONFIG, or config.json in the data directory, or config.json in the user's config directory.
 * AppError bad_input names the wrong flag, variable or file.
 */
export function loadConfig(
  flags: ConfigFlags = {},
  env: Environment = environment(),
  machine: Machine = thisMachine(),
): AgentConfig {
  const given = [flagLayer(flags), environmentLayer(env)];
  const layers = [...given, fileLayer(env, machine, given), defaultLayer(env, machine)];
  const merged = Object.assign({}, ...layers.map((layer) => layer.values).reverse());
  const parsed = settingsSchema.safeParse(merged);
  if (!parsed.success) throw explain(parsed.error, layers);
  const { settings, link } = withLink(parsed.data);
  return Object.freeze({ ...consistent(settings), version, link });
}

/** Adds the project that the data directory is linked to, unless another project is given. */
function withLink(settings: z.infer<typeof settingsSchema>): {
  settings: z.infer<typeof settingsSchema>;
  link: Link | null;
} {
  const link = settings.supabaseUrl ? null : readLink(settings.dataDir);
  if (!link) return { settings, link };
  if (settings.databaseUrl) throw new AppError('bad_input', linkedElsewhere(link.url));
  return { settings: { ...settings, supabaseUrl: link.url, supabaseKey: link.publishableKey }, link };
}

const linkedElsewhere = (url: string) =>
  `This data directory is linked to ${url}, which has its own database: unset LOCAL_AGENT_DATABASE_URL.`;

function flagLayer(flags: ConfigFlags): Layer {
  return {
    values: withAbsoluteDataDir(flags, process.cwd()),
    nameOf: (setting) => settingSources[setting as SettingName].flag ?? setting,
  };
}

function environmentLayer(env: Environment): Layer {
  const entries = Object.entries(settingSources).map(([name, { variable }]) => [name, env[variable] || undefined]);
  return {
    values: withAbsoluteDataDir(Object.fromEntries(entries), process.cwd()),
    nameOf: (setting) => settingSources[setting as SettingName].variable,
  };
}

function fileLayer(env: Environment, machine: Machine, given: Layer[]): Layer {
  const path = findConfigFile(env, machine, given);
  return {
    values: path ? withAbsoluteDataDir(readConfigFile(path) ?? {}, dirname(path)) : {},
    nameOf: (setting) => `"${setting}" in ${path}`,
  };
}

function findConfigFile(env: Environment, machine: Machine, given: Layer[]): string | undefined {
  if (env.LOCAL_AGENT_CONFIG) {
    const named = resolve(env.LOCAL_AGENT_CONFIG);
    if (existsSync(named)) return named;
    throw new AppError('bad_input', `LOCAL_AGENT_CONFIG: there is no file ${named}. Create it or unset the variable.`);
  }
  const dataDir = given.map((layer) => layer.values.dataDir).find((value) => value !== undefined);
  const folders = [String(dataDir ?? defaultDataDirectory(env, machine)), userConfigDirectory(env, machine)];
  return folders.map((folder) => join(folder, 'config.json')).find((path) => existsSync(path));
}

function defaultLayer(env: Environment, machine: Machine): Layer {
  return { values: defaultSettings(env, machine), nameOf: (setting) => `the default of ${setting}` };
}

/** The default settings on `machine`. */
export function defaultSettings(env: Environment, machine: Machine): { [name in SettingName]: unknown } {
  return {
    port: DEFAULT_PORT,
    host: '127.0.0.1',
    allowRemote: false,
    allowRemoteScripts: false,
    open: hasScreen(env, machine),
    dataDir: defaultDataDirectory(env, machine),
    json: false,
    logLevel: 'warn',
    supabaseUrl: null,
    supabaseKey: null,
    supabaseSecretKey: null,
    databaseUrl: null,
    allowedOrigins: [],
    scriptTimeout: 300,
    scriptConcurrency: 2,
    scriptQueue: 20,
    scriptMemory: 512,
    scriptLog: 1024,
    scriptSpare: 60,
    scriptHistoryRuns: 200,
    scriptHistoryDays: 30,
    scriptHistoryFiles: 2048,
    instagramUrl: 'https://www.instagram.com',
    platformApis: {},
    publicMediaUrl: null,
    aiProvider: null,
    aiModel: null,
    aiPictureModel: null,
    aiKey: null,
    aiBaseUrl: null,
    aiModelsMirror: null,
    aiMonthlyCap: null,
  };
}

/** Drops undefined values and resolves `dataDir` against `base`. */
function withAbsoluteDataDir(values: Record<string, unknown>, base: string): Record<string, unknown> {
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return typeof set.dataDir === 'string' && set.dataDir ? { ...set, dataDir: resolve(base, set.dataDir) } : set;
}

/** Describes the first error in one line, with the flag, variable or file that set the value. */
function explain(error: z.ZodError, layers: Layer[]): AppError {
  const [issue] = error.issues;
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const setting = unknownKey ?? String(issue?.path[0]);
  const source = layers.find((layer) => setting in layer.values)?.nameOf(setting) ?? setting;
  const known = Object.keys(settingSources).join(', ');
  const problem = unknownKey ? `no such setting. The settings are ${known}` : issue?.message;
  return new AppError('bad_input', `${source}: ${problem}.`, { cause: error });
}

/** Checks rules that concern several settings. AppError bad_input. */
function consistent(settings: z.infer<typeof settingsSchema>): z.infer<typeof settingsSchema> {
  if (!isLoopback(settings.host) && !settings.allowRemote) {
    throw new AppError(
      'bad_input',
      `--host ${settings.host} would let other machines reach the agent. Add --allow-remote if you want that.`,
    );
  }
  if (settings.supabaseUrl && !settings.supabaseKey) {
    throw new AppError(
      'bad_input',
      'A Supabase project needs its public key too: add --supabase-key (LOCAL_AGENT_SUPABASE_KEY).',
    );
  }
  if (!settings.supabaseUrl && (settings.supabaseKey || settings.supabaseSecretKey)) {
    throw new AppError('bad_input', 'A Supabase key needs its project: add --supabase-url (LOCAL_AGENT_SUPABASE_URL).');
  }
  if (settings.supabaseUrl && settings.databaseUrl) {
    throw new AppError(
      'bad_input',
      'A Supabase project has its own database: unset LOCAL_AGENT_DATABASE_URL or leave out --supabase-url.',
    );
  }
  return settings;
}
