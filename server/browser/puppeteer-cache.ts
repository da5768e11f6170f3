import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

type Place = { platform: NodeJS.Platform; home: string; env: Record<string, string | undefined> };

/** The program inside a folder such as chrome-linux64, by platform. */
const PROGRAM: { [platform in NodeJS.Platform]?: string[] } = {
  linux: ['chrome'],
  win32: ['chrome.exe'],
  darwin: ['Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
};

/** Every Chrome that `npx puppeteer browsers install chrome` has downloaded, the newest first; without looking whether the download is whole. */
export async function cachedBrowserPaths({ platform, home, env }: Place): Promise<string[]> {
  const program = PROGRAM[platform];
  if (!program) return [];
  const folder = join(env.PUPPETEER_CACHE_DIR ?? join(home, '.cache', 'puppeteer'), 'chrome');
  const versions = (await namesIn(folder)).sort((one, other) => other.localeCompare(one, undefined, { numeric: true }));
  const paths = versions.map(async (version) => {
    const inside = (await namesIn(join(folder, version))).filter((name) => name.startsWith('chrome-'));
    return inside.map((name) => join(folder, version, name, ...program));
  });
  return (await Promise.all(paths)).flat();
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
