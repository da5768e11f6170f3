import { hasScreen, thisMachine } from './machine.ts';

/** Variables and their values. */
export type Environment = Record<string, string | undefined>;

/**
 * What programs need to find their way on a machine: paths, language, screen, proxies, certificates, and where browsers
 * are.
 */
const KNOWN_TO_SCRIPTS =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|TZ|LANG|LANGUAGE|LC_.+|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.+|DBUS_SESSION_BUS_ADDRESS|(HTTPS?|NO|ALL)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|LD_LIBRARY_PATH|FONTCONFIG_.+|PUPPETEER_(EXECUTABLE_PATH|CACHE_DIR)|SYSTEMROOT|WINDIR|SYSTEMDRIVE|COMSPEC|PATHEXT|PROGRAMFILES.*|PROGRAMDATA|APPDATA|LOCALAPPDATA|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|NUMBER_OF_PROCESSORS|PROCESSOR_.+)$/i;

/** Did npx start this process? Then a shell stands between the two, and signals to npx end there. */
export function isRunByNpx(env: Environment = process.env): boolean {
  return env.npm_command === 'exec';
}

/** This process's environment, for the configuration, for finding browsers and for the programs that we start. */
export function environment(): Environment {
  return process.env;
}

/**
 * The environment that the user's scripts get: what programs usually need, and variables that begin with SCRIPT_, which
 * are meant for them. Keys and tokens of ours, or of anything else on the machine, stay out.
 */
export function scriptEnvironment(env: Environment = process.env): Environment {
  const known = ([name]: [string, unknown]) => KNOWN_TO_SCRIPTS.test(name) || name.startsWith('SCRIPT_');
  return Object.fromEntries(Object.entries(env).filter(known));
}

/** Can this process show a browser's window? */
export function canShowWindows(env: Environment = process.env): boolean {
  return hasScreen(env, thisMachine());
}
