import type { Browser, Target } from 'puppeteer-core';
import { AppError } from '../errors.ts';
import { canShowWindows, scriptEnvironment } from '../system/environment.ts';
import { thisMachine } from '../system/machine.ts';
import { killAllOf, signalGroup } from '../system/process-tree.ts';
import { attempted, within } from '../system/time-limit.ts';
import { type FoundBrowser, findBrowser } from './find-browser.ts';
import { startDiagnosed } from './launch-failure.ts';

const LAUNCH_LIMIT_MS = 30_000;
/** Time limit of the search, which may have to unpack the packaged browser first. */
const FIND_LIMIT_MS = 120_000;
const KILL_LIMIT_MS = 3_000;
/** How long a browser may take to respond to a call. Over a pipe, nothing else ends the wait for a hanging browser. */
const ANSWER_LIMIT_MS = 30_000;
/** Limit of the disk cache, which holds pages' pictures and videos. */
const DISK_CACHE_MAX_BYTES = 64 * 1024 * 1024;
const WINDOW = '1280,900';

/** The machine's properties that a browser launch depends on. */
export type BrowserHost = {
  /** The environment passed to browsers. */
  env: Record<string, string | undefined>;
  hasScreen: boolean;
  /** Chrome refuses to use its sandbox as root. */
  isRoot: boolean;
};

export function browserHost(): BrowserHost {
  return { env: scriptEnvironment(), hasScreen: canShowWindows(), isRoot: thisMachine().isRoot };
}

export type AccountLaunch = {
  host: BrowserHost;
  /** Shows the window. */
  headful: boolean;
  /** Where the window is shown, in pixels of the screen; by default where the system puts it. */
  window?: { left: number; top: number; width: number; height: number } | undefined;
  /** Chrome's user data directory. */
  profile: string;
  /** For the browser's temporary files. */
  scratch: string;
  signal: AbortSignal;
};

const NO_WINDOW =
  'No browser window can be shown on this machine. Log in with a browser elsewhere, then import its cookies instead.';

/**
 * Starts the installed browser on a profile, over a pipe, so that it does not outlive this process. AppError
 * unavailable with the remedy if there is no browser, no screen for a window, or it does not start in time. Settles
 * as soon as the signal aborts; a browser already started is killed.
 */
export async function launchOnProfile(launch: AccountLaunch): Promise<Browser> {
  const { host, headful, profile, signal } = launch;
  const found = await within(findBrowser(host.env), { ms: FIND_LIMIT_MS, what: 'Finding the browser', signal });
  if (headful && (!host.hasScreen || found.shell)) throw new AppError('unavailable', NO_WINDOW);
  return startDiagnosed((sandbox) => start(launch, found, sandbox), {
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
    // Clears the profile for the next browser.
    if (!signal.aborted) await attempted(killAllOf(profile), KILL_LIMIT_MS);
    throw error;
  }
}

/** Kills a browser and its helpers. */
export async function kill(browser: Browser): Promise<void> {
  const pid = browser.process()?.pid;
  if (pid !== undefined) await signalGroup(pid, 'SIGKILL').catch(() => undefined);
}

async function startUnwatched(
  { host, headful, window, profile, scratch, signal }: AccountLaunch,
  found: FoundBrowser,
  sandbox: boolean,
): Promise<Browser> {
  // Loaded with the first browser, to keep the agent's start fast.
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    executablePath: found.executablePath,
    env: { ...host.env, ...found.env, TMPDIR: scratch, TMP: scratch, TEMP: scratch },
    headless: !headful && (found.shell ? 'shell' : true),
    pipe: true,
    userDataDir: profile,
    // Longer than the limit above, which also covers Puppeteer's unbounded waits.
    timeout: 2 * LAUNCH_LIMIT_MS,
    // Puppeteer would keep waiting for it even after the browser has exited.
    waitForInitialPage: false,
    protocolTimeout: ANSWER_LIMIT_MS,
    defaultViewport: null,
    // The agent closes its browsers itself, in order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    signal,
    args: [
      `--window-size=${window ? `${window.width},${window.height}` : WINDOW}`,
      ...(window ? [`--window-position=${window.left},${window.top}`] : []),
      `--disk-cache-size=${DISK_CACHE_MAX_BYTES}`,
      '--no-default-browser-check',
      '--hide-crash-restore-bubble',
      ...(sandbox ? [] : ['--no-sandbox']),
    ],
  });
  await firstPage(browser);
  return browser;
}

/** Waits for a browser's first page; rejects as soon as the browser exits. */
async function firstPage(browser: Browser): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort(new Error('It ended while it was starting.'));
  const child = browser.process();
  child?.once('exit', end);
  browser.once('disconnected', end);
  if (!browser.connected) end();
  try {
    const isPage = (target: Target) => target.type() === 'page';
    // The caller limits the time.
    await browser.waitForTarget(isPage, { timeout: 0, signal: ended.signal });
  } catch (error) {
    await kill(browser);
    throw error;
  } finally {
    child?.off('exit', end);
    browser.off('disconnected', end);
  }
}
