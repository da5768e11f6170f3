import { posix, win32 } from 'node:path';

type Environment = Record<string, string | undefined>;
type System = { platform: NodeJS.Platform; home: string; env: Environment };

const LINUX_NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const LINUX_PLACES = ['/opt/google/chrome/chrome', '/snap/bin/chromium', '/opt/microsoft/msedge/msedge'];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Google Chrome Canary'];
const WINDOWS_PROGRAMS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/** Usual paths of Chrome, Chromium and Edge on a system, best first; most of them will not exist. */
export function usualBrowserPaths({ platform, home, env }: System): string[] {
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined);
    return WINDOWS_PROGRAMS.flatMap((parts) => roots.map((root) => win32.join(root, ...parts)));
  }
  if (platform === 'darwin') {
    const folders = ['/Applications', posix.join(home, 'Applications')];
    return MAC_APPS.flatMap((app) => folders.map((folder) => `${folder}/${app}.app/Contents/MacOS/${app}`));
  }
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const named = LINUX_NAMES.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
  return [...named, ...LINUX_PLACES];
}
