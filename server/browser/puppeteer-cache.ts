import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export type CachePlace = { platform: NodeJS.Platform; home: string; env: Record<string, string | undefined> };

/** The program inside a folder such as chrome-linux64, by platform. */
const PROGRAM: { [platform in NodeJS.Platform]?: string[] } = {
  linux: ['chrome'],
  win32: ['chrome.exe'],
  darwin: ['Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
};

/** Puppeteer's cache: PUPPETEER_CACHE_DIR, or a folder in the home directory. */
export function browserCache({ home, env }: CachePlace): string {
  return env.PUPPETEER_CACHE_DIR ?? join(home, '.cache', 'puppeteer');
}

/**
 * Every Chrome that `local-agent browser install` or `npx puppeteer browsers install chrome` has downloaded, newest
 * first; does not check that downloads are complete.
 */
export async function cachedBrowserPaths(place: CachePlace): Promise<string[]> {
  const program = PROGRAM[place.platform];
  if (!program) return [];
  const folder = join(browserCache(place), 'chrome');
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
