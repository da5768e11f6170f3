import { lstat, mkdir, mkdtemp, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Browser,
  type BrowserPlatform,
  computeExecutablePath,
  detectBrowserPlatform,
  install,
} from '@puppeteer/browsers';
import { PUPPETEER_REVISIONS } from 'puppeteer-core/internal/revisions.js';
import { AppError } from '../errors.ts';
import { diskRoom, hasRoomFor } from '../files/disk-room.ts';
import { removeTree } from '../files/file-tree.ts';
import { browserCache, type CachePlace } from './puppeteer-cache.ts';

/** The Chrome for Testing that this Puppeteer version supports. */
export const CHROME_VERSION = PUPPETEER_REVISIONS.chrome;

const BROWSER = Browser.CHROME;
/** A download without progress for this long has failed: a lost connection shows no other sign. */
const STALLED_MS = 20_000;
/** Space for the archive and the unpacked files. */
const NEEDED_BYTES = 700 * 1024 * 1024;
/** Prefix of folders of unfinished downloads. */
const UNFINISHED = '.local-agent-';
/** An unfinished download older than this was left by a killed process. */
const ABANDONED_MS = 60 * 60_000;

export type InstallOptions = {
  /** A mirror of Google's host, as in PUPPETEER_CHROME_DOWNLOAD_BASE_URL. */
  mirror: string | undefined;
  signal: AbortSignal;
  /** Bytes so far and in total; equal in the last call, before unpacking. */
  onProgress(done: number, total: number): void;
  stalledMs?: number;
  neededBytes?: number;
};

export type InstalledChrome = { executablePath: string; isNew: boolean };

/**
 * Downloads Chrome for Testing into Puppeteer's cache, where findBrowser looks, unless it is already there. It is
 * unpacked into a temporary folder next to its destination and then moved there whole, so that a failure leaves nothing
 * behind. AppError unavailable with the remedy; rejects with the signal's reason on abort.
 */
export async function installBrowser(place: CachePlace, options: InstallOptions): Promise<InstalledChrome> {
  const { signal, neededBytes = NEEDED_BYTES } = options;
  const platform = platformOf(place);
  const cache = browserCache(place);
  const buildId = CHROME_VERSION;
  const executablePath = computeExecutablePath({ browser: BROWSER, platform, buildId, cacheDir: cache });
  if (await isFile(executablePath)) return { executablePath, isNew: false };
  let unfinished: string | undefined;
  try {
    await mkdir(cache, { recursive: true });
    await removeAbandoned(cache);
    await assertRoom(cache, neededBytes);
    unfinished = await mkdtemp(join(cache, UNFINISHED));
    await download(unfinished, platform, options);
    const here = computeExecutablePath({ browser: BROWSER, platform, buildId, cacheDir: unfinished });
    if (!(await isFile(here))) throw new Error('The download contains no Chrome.');
    const folder = (root: string) => join(root, BROWSER, `${platform}-${buildId}`);
    await mkdir(join(cache, BROWSER), { recursive: true });
    // A folder without the program is left from an interrupted download.
    await removeTree(folder(cache));
    await rename(folder(unfinished), folder(cache));
    return { executablePath, isNew: true };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof AppError ? error : explain(error, cache);
  } finally {
    if (unfinished) await removeTree(unfinished);
  }
}

/** Rejects when the download stalls or the signal aborts: the download itself supports neither. */
async function download(cacheDir: string, platform: BrowserPlatform, options: InstallOptions): Promise<void> {
  const { signal, onProgress, mirror, stalledMs = STALLED_MS } = options;
  signal.throwIfAborted();
  let watch: NodeJS.Timeout | undefined;
  let abort: () => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    watch = setTimeout(() => reject(new Error(`Nothing was received for ${stalledMs / 1000} s.`)), stalledMs);
  });
  const installing = install({
    browser: BROWSER,
    buildId: CHROME_VERSION,
    platform,
    cacheDir,
    ...(mirror && { baseUrl: mirror.replace(/\/+$/, '') }),
    downloadProgressCallback(done, total) {
      if (done < total) watch?.refresh();
      else clearTimeout(watch);
      onProgress(done, total);
    },
  });
  try {
    await Promise.race([installing, broken]);
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', abort);
    installing.catch(() => undefined);
  }
}

/** AppError unavailable on platforms that Google does not build Chrome for; the system's Chromium is used there. */
function platformOf({ platform }: CachePlace): BrowserPlatform {
  const detected = platform === process.platform ? detectBrowserPlatform() : undefined;
  if (detected && detected !== 'linux_arm') return detected;
  throw new AppError(
    'unavailable',
    `There is no Chrome to download for ${platform} ${process.arch}. Install Chromium with the system's package manager (Debian: apt install chromium).`,
  );
}

async function removeAbandoned(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const { mtimeMs } = await lstat(join(cache, name));
    if (Date.now() - mtimeMs > ABANDONED_MS) await removeTree(join(cache, name));
  }
}

async function assertRoom(cache: string, neededBytes: number): Promise<void> {
  if (hasRoomFor(await diskRoom(cache), neededBytes)) return;
  throw new AppError(
    'unavailable',
    `The disk of ${cache} has too little space: Chrome needs about ${Math.round(neededBytes / 1024 ** 2)} MB there. Free some space, or name another folder with PUPPETEER_CACHE_DIR.`,
  );
}

/** Turns a download error into one with a remedy. The package's errors differ in their text only. */
function explain(error: unknown, cache: string): AppError {
  const text = error instanceof Error ? error.message : String(error);
  const reason =
    text
      .split('\n')
      .at(-1)
      ?.replace(/^\s*- \w+: /, '') ?? text;
  if (/ENOSPC/.test(reason))
    return new AppError('unavailable', `The disk of ${cache} is full. Free some space, then try again.`, {
      cause: error,
    });
  if (/EACCES|EPERM|EROFS|ENOTDIR|EEXIST/.test(reason)) {
    const message = `${cache} cannot be written (${reason}). Give this user write access, or name another folder with PUPPETEER_CACHE_DIR.`;
    return new AppError('unavailable', message, { cause: error });
  }
  const message = `Chrome could not be downloaded: ${reason.replace(/\.$/, '')}. Nothing was changed. Check the network (HTTPS_PROXY sets a proxy), then try again, or install Chrome from https://www.google.com/chrome.`;
  return new AppError('unavailable', message, { cause: error });
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
