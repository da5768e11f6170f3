import { access, constants, stat } from 'node:fs/promises';
import { arch, homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { AppError } from '../errors.ts';
import { usualBrowserPaths } from './installed-browsers.ts';
import { packagedBrowser } from './packaged-browser.ts';
import { cachedBrowserPaths } from './puppeteer-cache.ts';

type Environment = Record<string, string | undefined>;

/** No browser is installed on this machine; one can be downloaded. */
export class NoBrowser extends AppError {
  constructor() {
    super('unavailable', `No browser was found on this machine. ${INSTALL}`);
  }
}

/**
 * Where a browser was found: at PUPPETEER_EXECUTABLE_PATH, in Puppeteer's cache, installed, or inside
 * @sparticuz/chromium.
 */
export type BrowserSource = 'chosen' | 'cache' | 'installed' | 'package';

/**
 * A browser that can be started. `env` holds the variables that it needs on top of the usual environment; `shell` means
 * that it cannot show windows.
 */
export type FoundBrowser = { executablePath: string; source: BrowserSource; shell: boolean; env: Environment };

/** Where to search; defaults to this machine. */
export type SearchPlace = { platform: NodeJS.Platform; arch: string; home: string };

const INSTALL =
  'Download Chrome with `local-agent browser install`, or install it from https://www.google.com/chrome; PUPPETEER_EXECUTABLE_PATH may name any other Chrome, Chromium or Edge.';

/**
 * The browser to use: PUPPETEER_EXECUTABLE_PATH, else the newest in Puppeteer's cache, else an installed Chrome,
 * Chromium or Edge, else (Linux x64) the one inside @sparticuz/chromium. Downloads nothing. AppError unavailable with
 * the remedy if there is none, or if PUPPETEER_EXECUTABLE_PATH is not an executable file.
 */
export async function findBrowser(env: Environment, place: SearchPlace = thisPlace()): Promise<FoundBrowser> {
  const chosen = env.PUPPETEER_EXECUTABLE_PATH;
  if (chosen) {
    if (await isProgram(chosen)) return found(chosen, 'chosen');
    throw new AppError(
      'unavailable',
      `PUPPETEER_EXECUTABLE_PATH is ${chosen}, but there is no program there. Correct or unset it.`,
    );
  }
  const cached = await firstProgram(await cachedBrowserPaths({ ...place, env }));
  if (cached) return found(cached, 'cache');
  const installed = await firstProgram(usualBrowserPaths({ ...place, env }));
  if (installed) return found(installed, 'installed');
  if (place.platform === 'linux' && place.arch === 'x64') {
    const packaged = await packagedBrowser(userCaches(place, env), env);
    if (packaged) return { ...packaged, source: 'package', shell: true };
  }
  throw new NoBrowser();
}

function thisPlace(): SearchPlace {
  return { platform: process.platform, arch: arch(), home: homedir() };
}

/**
 * This user's cache folders. The last is in the shared temporary folder and contains the user's id in its name: other
 * users' files there are not trusted.
 */
function userCaches({ home }: SearchPlace, { XDG_CACHE_HOME }: Environment): string[] {
  const cache = XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(home, '.cache');
  return [join(cache, 'local-agent'), join(tmpdir(), `local-agent-${process.getuid?.() ?? 'cache'}`)];
}

function found(executablePath: string, source: BrowserSource): FoundBrowser {
  return { executablePath, source, shell: /headless[-_]shell/.test(executablePath), env: {} };
}

async function firstProgram(paths: string[]): Promise<string | null> {
  for (const path of paths) if (await isProgram(path)) return path;
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
