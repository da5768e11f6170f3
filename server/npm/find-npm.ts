import { realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Environment } from '../system/environment.ts';

/**
 * Finds the npm of this Node: as given by npx in the environment, next to an installed Node, or on the PATH in Linux
 * distributions. The result is a JavaScript file to run with Node; null if there is none.
 */
export function findNpm(env: Environment, nodePath: string): string | null {
  const bin = dirname(nodePath);
  const onPath = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...(env.npm_execpath ? [env.npm_execpath] : []),
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', CLI),
    join(bin, 'node_modules', 'npm', 'bin', CLI),
    ...onPath.flatMap((folder) => [join(folder, 'npm'), join(folder, 'node_modules', 'npm', 'bin', CLI)]),
  ];
  for (const candidate of candidates) {
    const found = fileAt(candidate);
    // Skips yarn, pnpm and shell scripts.
    if (found?.endsWith(CLI)) return found;
  }
  return null;
}

const CLI = 'npm-cli.js';

/** The resolved path of a regular file; null if there is none. */
function fileAt(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : null;
  } catch {
    return null;
  }
}

/** Variables that npm and npx pass to child processes, and that would make another npm use the wrong folder. */
const OF_ANOTHER_RUN =
  /^(npm_(package|lifecycle)_.*|npm_config_(local_prefix|global_prefix|prefix|global|workspaces?)|npm_command|npm_execpath|init_cwd|node_env|node_options)$/i;

/** This process's environment for npm: with the user's registry, proxies and logins, but without our variables. */
export function npmEnvironment(env: Environment): Environment {
  const kept = ([name]: [string, unknown]) => !OF_ANOTHER_RUN.test(name) && !/^LOCAL_AGENT_/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(kept));
}
