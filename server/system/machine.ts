import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** What of the machine decides about folders and browsers; given to functions so that tests can be any machine. */
export type Machine = {
  platform: NodeJS.Platform;
  /** Absolute path of the user's home directory. */
  home: string;
  isRoot: boolean;
};

/** The machine this process runs on. */
export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), isRoot: process.getuid?.() === 0 };
}

type Environment = Record<string, string | undefined>;

/**
 * Where the workspace lives without --data-dir: below XDG_DATA_HOME, the platform's own place, or /var/lib under root.
 */
export function defaultDataDirectory(env: Environment, machine: Machine): string {
  if (machine.isRoot) return '/var/lib/local-agent';
  if (machine.platform === 'win32') {
    return win32.join(env.LOCALAPPDATA ?? win32.join(machine.home, 'AppData', 'Local'), 'local-agent');
  }
  if (machine.platform === 'darwin') return posix.join(machine.home, 'Library', 'Application Support', 'local-agent');
  return posix.join(absolute(env.XDG_DATA_HOME) ?? posix.join(machine.home, '.local', 'share'), 'local-agent');
}

/** Where the user's config.json lives when the data directory holds none. */
export function userConfigDirectory(env: Environment, machine: Machine): string {
  if (machine.platform === 'win32') {
    return win32.join(env.APPDATA ?? win32.join(machine.home, 'AppData', 'Roaming'), 'local-agent');
  }
  return posix.join(absolute(env.XDG_CONFIG_HOME) ?? posix.join(machine.home, '.config'), 'local-agent');
}

/** Can a browser window be expected to show here? Not in CI, nor on a Linux machine without a display. */
export function hasScreen(env: Environment, machine: Machine): boolean {
  if (env.CI && env.CI !== 'false' && env.CI !== '0') return false;
  if (machine.platform !== 'linux') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

/** The XDG rules say that a relative path is to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path?.startsWith('/') ? path : undefined;
}
