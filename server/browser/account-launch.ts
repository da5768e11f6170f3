import type { Browser } from 'puppeteer-core';
import { AppError } from '../errors.ts';
import { canShowWindows, scriptEnvironment } from '../system/environment.ts';
import { thisMachine } from '../system/machine.ts';
import { killAllOf, signalGroup } from '../system/process-tree.ts';
import { attempted, within } from '../system/time-limit.ts';
import { type FoundBrowser, findBrowser } from './find-browser.ts';
import { startExamined } from './launch-failure.ts';

const LAUNCH_LIMIT_MS = 30_000;
/** How long the search may take: a browser that comes inside a package is unpacked first. */
const FIND_LIMIT_MS = 120_000;
const KILL_LIMIT_MS = 3_000;
/**
 * How long a browser may take to answer one call. Over a pipe nothing else ends the wait for a browser that is stuck.
 */
const ANSWER_LIMIT_MS = 30_000;
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

/** This machine, as the agent runs on it. */
export function browserHost(): BrowserHost {
  return { env: scriptEnvironment(), hasScreen: canShowWindows(), isRoot: thisMachine().isRoot };
}

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
  'No browser window can be shown on this machine. Log in with a browser elsewhere, then import its cookies instead.';

/**
 * Starts the browser that was found on a profile, over a pipe, so that it does not outlive this process. AppError
 * unavailable with the remedy when there is none, no window can be shown, or it does not start in time. Settles as soon
 * as the signal aborts; what has started then is killed.
 */
export async function launchOnProfile(launch: AccountLaunch): Promise<Browser> {
  const { host, headful, profile, signal } = launch;
  const found = await within(findBrowser(host.env), { ms: FIND_LIMIT_MS, what: 'Finding the browser', signal });
  if (headful && (!host.hasScreen || found.shell)) throw new AppError('unavailable', NO_WINDOW);
  return startExamined((sandbox) => start(launch, found, sandbox), {
    executablePath: found.executablePath,
    sandbox: !(host.isRoot && process.platform === 'linux'),
    folder: profile,
    signal,
  });
}

async function start(launch: AccountLaunch, found: FoundBrowser, sandbox: boolean): Promise<Browser> {
  const { profile, signal } = launch;
  const limit = { ms: LAUNCH_LIMIT_MS, what: "The browser's start", signal };
  try {
    return await within(startUnwatched(launch, found, sandbox), limit, kill);
  } catch (error) {
    // The next browser on this profile is not to meet what is left of this one.
    if (!signal.aborted) await attempted(killAllOf(profile), KILL_LIMIT_MS);
    throw error;
  }
}

/** Ends a browser and its helpers at once. */
export async function kill(browser: Browser): Promise<void> {
  const pid = browser.process()?.pid;
  if (pid !== undefined) await signalGroup(pid, 'SIGKILL').catch(() => undefined);
}

async function startUnwatched(
  { host, headful, profile, scratch, signal }: AccountLaunch,
  found: FoundBrowser,
  sandbox: boolean,
): Promise<Browser> {
  // Loaded when the first browser is wanted: a start of the agent does not wait for it.
  const { default: puppeteer } = await import('puppeteer-core');
  return puppeteer.launch({
    executablePath: found.executablePath,
    env: { ...host.env, ...found.env, TMPDIR: scratch, TMP: scratch, TEMP: scratch },
    headless: !headful && (found.shell ? 'shell' : true),
    pipe: true,
    userDataDir: profile,
    // Longer than the limit above, which also ends what Puppeteer waits for without one.
    timeout: 2 * LAUNCH_LIMIT_MS,
    protocolTimeout: ANSWER_LIMIT_MS,
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
