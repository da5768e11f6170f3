import { hasScreen, thisMachine } from './machine.ts';

export type Environment = Record<string, string | undefined>;

/** What programs need on a machine: paths, language, screen, proxies, certificates, and browser locations. */
const KNOWN_TO_SCRIPTS =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|TZ|LANG|LANGUAGE|LC_.+|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.+|DBUS_SESSION_BUS_ADDRESS|(HTTPS?|NO|ALL)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|LD_LIBRARY_PATH|FONTCONFIG_.+|PUPPETEER_(EXECUTABLE_PATH|CACHE_DIR)|SYSTEMROOT|WINDIR|SYSTEMDRIVE|COMSPEC|PATHEXT|PROGRAMFILES.*|PROGRAMDATA|APPDATA|LOCALAPPDATA|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|NUMBER_OF_PROCESSORS|PROCESSOR_.+)$/i;

/** Whether npx started this process. A shell is then in between, and signals to npx end there. */
export function isRunByNpx(env: Environment = process.env): boolean {
  return env.npm_command === 'exec';
}

/** This process's environment, for the configuration, finding browsers and child processes. */
export function environment(): Environment {
  return process.env;
}

/**
 * The environment for users' scripts: what programs usually need, and variables with the prefix SCRIPT_. Our keys and
 * tokens, and any others, are left out.
 */
export function scriptEnvironment(env: Environment = process.env): Environment {
  const known = ([name]: [string, unknown]) => KNOWN_TO_SCRIPTS.test(name) || name.startsWith('SCRIPT_');
  return Object.fromEntries(Object.entries(env).filter(known));
}

/** Whether this process can show a browser window. */
export function canShowWindows(env: Environment = process.env): boolean {
  return hasScreen(env, thisMachine());
}
