import puppeteer, { type Browser } from 'puppeteer-core';
import { AppError } from '../errors.ts';
import { type FoundBrowser, findBrowser } from './find-browser.ts';
import { examineLaunch } from './launch-failure.ts';

const LAUNCH_LIMIT_MS = 30_000;
/** What the pages' pictures and videos may take of the disk. */
const DISK_CACHE_MAX_BYTES = 64 * 1024 * 1024;
const WINDOW = '1280,900';

/** The machine as a browser for an account finds it. */
export type BrowserHost = {
  /** What browsers may know of the agent's environment. */
  env: Record<string, string | undefined>;
  /** Can a window be shown here? */
  hasScreen: boolean;
  /** Chrome refuses its sandbox to root. */
  isRoot: boolean;
};

export type AccountLaunch = {
  host: BrowserHost;
  /** Show the window. */
  headful: boolean;
  /** Chrome's user data directory. */
  profile: string;
  /** Where the browser puts temporary files. */
  scratch: string;
  signal: AbortSignal;
};

const NO_WINDOW =
  "No browser window can be shown on this machine. Log in with a browser elsewhere and import its cookies instead: Import cookies on the account's row, or `local-agent accounts import-cookies`.";

/**
 * Starts the browser that was found on a profile, over a pipe, so that it does not outlive this process. AppError unavailable with the remedy when
 * there is none, no window can be shown, or it does not start.
 */
export async function launchOnProfile(launch: AccountLaunch): Promise<Browser> {
  const { host, headful, profile, signal } = launch;
  const found = await findBrowser(host.env);
  if (headful && (!host.hasScreen || found.shell)) throw new AppError('unavailable', NO_WINDOW);
  const sandbox = !(host.isRoot && process.platform === 'linux');
  try {
    return await start(launch, found, sandbox);
  } catch (error) {
    signal.throwIfAborted();
    const { lacksSandbox, words } = await examineLaunch(found.executablePath, sandbox, profile);
    if (lacksSandbox) return start(launch, found, false);
    const message = `The browser ${found.executablePath} did not start. ${words || String(error)}`;
    throw new AppError('unavailable', message, { cause: error });
  }
}

function start(
  { host, headful, profile, scratch, signal }: AccountLaunch,
  found: FoundBrowser,
  sandbox: boolean,
): Promise<Browser> {
  return puppeteer.launch({
    executablePath: found.executablePath,
    env: { ...host.env, ...found.env, TMPDIR: scratch, TMP: scratch, TEMP: scratch },
    headless: !headful && (found.shell ? 'shell' : true),
    pipe: true,
    userDataDir: profile,
    timeout: LAUNCH_LIMIT_MS,
    defaultViewport: null,
    // The agent ends its browsers itself, in order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    signal,
    args: [
      `--window-size=${WINDOW}`,
      `--disk-cache-size=${DISK_CACHE_MAX_BYTES}`,
      '--no-default-browser-check',
      '--hide-crash-restore-bubble',
      ...(sandbox ? [] : ['--no-sandbox']),
    ],
  });
}
