import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { settingSources } from '../../config/settings.ts';
import { AppError } from '../../errors.ts';
import { packageRoot } from '../../supabase/package-files.ts';
import type { Environment } from '../../system/environment.ts';
import { defaultDataDirectory, type Machine } from '../../system/machine.ts';
import { hasControlCharacters, hasVariables, inACache, notCarried } from './service-messages.ts';

/** What the system should start. All paths are absolute: a service has no working directory and no user shell. */
export type ServicePlan = {
  /** `local-agent`, with a hash of the data directory unless that is the default. */
  name: string;
  /** Node, the launcher, and the arguments of `start`; no secrets, since other users can read them. */
  command: readonly string[];
  /** Variables for finding programs; the agent's own settings are in its config.json. */
  environment: Readonly<Record<string, string>>;
};

type Wanted = {
  dataDir: string;
  /** Null leaves it to config.json. */
  port: number | null;
};

/** The installation that a service starts. */
export type Installation = { machine: Machine; env: Environment; nodePath: string; launcher: string };

/** Caches of npx, `pnpm dlx` and `yarn dlx`, which their package managers clear. */
const CACHES = /[\\/](_npx|dlx|dlx-[^\\/]+)[\\/]/;
/** Homebrew's folder of one version, and the link next to it that survives upgrades of Node. */
const CELLAR = /^(.*)\/Cellar\/(node(?:@\d+)?)\/[^/]+\/bin\/node$/;

/** Paths, never keys; proxies only if their URL has no password. */
const CARRIED = /^(PATH|PUPPETEER_(EXECUTABLE_PATH|CACHE_DIR)|NODE_EXTRA_CA_CERTS|XDG_(DATA|CONFIG)_HOME)$/;
const PROXIES = /^((HTTPS?|ALL|NO)_PROXY)$/i;
/** Patterns that Windows' Task Scheduler always expands in a command line. */
const TASK_VARIABLES = /%[^%]+%|\$\(/;
/** Settings that the plan handles, or that do not matter for a service. */
const SETTLED = ['dataDir', 'port', 'open', 'json', 'logLevel'];

/** The launcher of this installation. */
export function launcherPath(): string {
  return join(packageRoot(), 'bin/local-agent.js');
}

/** What the service of a data directory starts. */
export function planService({ dataDir, port }: Wanted, from: Installation): ServicePlan {
  const command = [
    ...[stableNode(from.nodePath), from.launcher, 'start', '--no-open', '--data-dir', dataDir],
    ...(port === null ? [] : ['--port', String(port)]),
  ];
  return { name: serviceName(dataDir, from), command, environment: carriedEnvironment(from.env) };
}

/** Each data directory has a separate service. */
function serviceName(dataDir: string, { machine, env }: Installation): string {
  if (dataDir === defaultDataDirectory(env, machine)) return 'local-agent';
  return `local-agent-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
}

/**
 * AppError bad_input with the remedy for a plan that would stop working later (from a package manager's cache), would
 * behave differently than in this shell, or cannot be expressed.
 */
export function assertLasting({ command, environment }: ServicePlan, { dataDir }: Wanted, from: Installation): void {
  const { launcher, env, machine } = from;
  if (CACHES.test(launcher)) throw new AppError('bad_input', inACache(launcher));
  const lost = [...Object.entries(settingSources), ['config', { variable: 'LOCAL_AGENT_CONFIG' }] as const]
    .filter(([name, { variable }]) => env[variable] && !SETTLED.includes(name))
    .map(([, { variable }]) => variable);
  if (lost.length > 0) throw new AppError('bad_input', notCarried(lost, dataDir));
  const broken = [...command, ...Object.values(environment)].find((text) => /\p{Cc}/u.test(text));
  if (broken !== undefined) throw new AppError('bad_input', hasControlCharacters(broken));
  const replaced = machine.platform === 'win32' && command.find((word) => TASK_VARIABLES.test(word));
  if (replaced) throw new AppError('bad_input', hasVariables(replaced));
}

function stableNode(nodePath: string): string {
  const [, prefix, formula] = CELLAR.exec(nodePath) ?? [];
  const link = `${prefix}/opt/${formula}/bin/node`;
  return formula !== undefined && existsSync(link) ? link : nodePath;
}

function carriedEnvironment(env: Environment): Record<string, string> {
  const isCarried = ([name, value]: [string, string | undefined]) =>
    value && (CARRIED.test(name) || (PROXIES.test(name) && !value.includes('@')));
  const carried = Object.entries(env).filter(isCarried);
  return Object.fromEntries(carried.map(([name, value]) => [name, value ?? '']));
}
