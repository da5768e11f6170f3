import { hasScreen, thisMachine } from './machine.ts';

export type Environment = Record<string, string | undefined>;

/** Variables that programs usually need: paths, language, screen, proxies, certificates, and browser locations. */
const KNOWN_TO_SCRIPTS =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|TZ|LANG|LANGUAGE|LC_.+|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.+|DBUS_SESSION_BUS_ADDRESS|(HTTPS?|NO|ALL)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|LD_LIBRARY_PATH|FONTCONFIG_.+|PUPPETEER_(EXECUTABLE_PATH|CACHE_DIR)|SYSTEMROOT|WINDIR|SYSTEMDRIVE|COMSPEC|PATHEXT|PROGRAMFILES.*|PROGRAMDATA|APPDATA|LOCALAPPDATA|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|NUMBER_OF_PROCESSORS|PROCESSOR_.+)$/i;

/** Whether npx started this process. There is then a shell in between, which does not forward npx's signals. */
export function isRunByNpx(env: Environment = process.env): boolean {
  return env.npm_command === 'exec';
}

/** This process's environment, for the configuration, finding browsers and child processes. */
export function environment(): Environment {
  return process.env;
}

/**
 * The environment for users' scripts: variables that programs usually need, and those with the prefix SCRIPT_. Our keys
 * and tokens, and all other variables, are left out.
 */
export function scriptEnvironment(env: Environment = process.env): Environment {
  const known = ([name]: [string, unknown]) => KNOWN_TO_SCRIPTS.test(name) || name.startsWith('SCRIPT_');
  return Object.fromEntries(Object.entries(env).filter(known));
}

/** Whether this process can show a browser window. */
export function canShowWindows(env: Environment = process.env): boolean {
  return hasScreen(env, thisMachine());
}
