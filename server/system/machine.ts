import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** The properties that determine folders and browsers. A parameter, so that tests can simulate any machine. */
export type Machine = {
  platform: NodeJS.Platform;
  /** Absolute path of the user's home directory. */
  home: string;
  isRoot: boolean;
};

export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), isRoot: process.getuid?.() === 0 };
}

type Environment = Record<string, string | undefined>;

/** The default of --data-dir: below XDG_DATA_HOME or the platform's usual folder, or in /var/lib for root. */
export function defaultDataDirectory(env: Environment, machine: Machine): string {
  if (machine.isRoot) return '/var/lib/local-agent';
  if (machine.platform === 'win32') {
    return win32.join(env.LOCALAPPDATA ?? win32.join(machine.home, 'AppData', 'Local'), 'local-agent');
  }
  if (machine.platform === 'darwin') return posix.join(machine.home, 'Library', 'Application Support', 'local-agent');
  return posix.join(absolute(env.XDG_DATA_HOME) ?? posix.join(machine.home, '.local', 'share'), 'local-agent');
}

/** The folder of the user's config.json, which is used if the data directory has none. */
export function userConfigDirectory(env: Environment, machine: Machine): string {
  if (machine.platform === 'win32') {
    return win32.join(env.APPDATA ?? win32.join(machine.home, 'AppData', 'Roaming'), 'local-agent');
  }
  return posix.join(absolute(env.XDG_CONFIG_HOME) ?? posix.join(machine.home, '.config'), 'local-agent');
}

/** Whether a browser window can be shown: not in CI, nor on Linux without a display. */
export function hasScreen(env: Environment, machine: Machine): boolean {
  if (env.CI && env.CI !== 'false' && env.CI !== '0') return false;
  if (machine.platform !== 'linux') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

/** The path if it is absolute; the XDG specification says to ignore relative paths. */
function absolute(path: string | undefined): string | undefined {
  return path?.startsWith('/') ? path : undefined;
}
