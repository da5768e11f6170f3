import { join } from 'node:path';
import type { LaunchOptions } from 'puppeteer-core';

/** How browsers are started here, whatever a script asks for. */
export type BrowserSetup = {
  executablePath: string;
  /** Why there is no browser to start; null when there is one. */
  missing: string | null;
  /** The browser has no window to show, ever. */
  shell: boolean;
  /** Can a window be shown on this machine? */
  hasScreen: boolean;
  /** The person wants to watch. */
  headful: boolean;
  /** Chrome refuses its sandbox to root, and to users whom the system gives no namespaces. */
  sandbox: boolean;
  /** Each launch gets a profile of its own below this folder. */
  profiles: string;
};

/** Flags that would take executable, pipe or profile out of our hands. */
const OURS = /^--(remote-debugging-|user-data-dir|headless)/;
/** Nothing that is asked when a profile is new, nor network traffic and memory that a script has no use for. */
const QUIET = ['--no-first-run', '--no-default-browser-check', '--disable-background-networking', '--disable-sync'];

/**
 * The options of a launch: executable, pipe and profile are ours, the script's others are kept. `number` counts the
 * launches of a run, from 1; `windowless` says that the script asked for a window and there is no screen to show it.
 */
export function launchOptions(
  asked: LaunchOptions,
  setup: BrowserSetup,
  number: number,
): { options: LaunchOptions; windowless: boolean } {
  const { browser, channel, debuggingPort, executablePath, userDataDir, args = [], headless, ...kept } = asked;
  const wantsWindow = setup.headful || headless === false || asked.devtools === true;
  const canShow = setup.hasScreen && !setup.shell;
  const own = [...QUIET, ...(setup.sandbox ? [] : ['--no-sandbox'])];
  const windowless = wantsWindow && !canShow;
  const options: LaunchOptions = {
    ...kept,
    ...(windowless && { devtools: false }),
    executablePath: setup.executablePath,
    headless: wantsWindow && canShow ? false : setup.shell ? 'shell' : headless || true,
    pipe: true,
    userDataDir: join(setup.profiles, `profile-${number}`),
    args: [...args.filter((arg) => !OURS.test(arg)), ...own.filter((arg) => !args.includes(arg))],
  };
  return { options, windowless };
}

/** Options that are ours anyway, or that make no difference to a browser that runs already. */
const HARMLESS_OPTIONS = new Set([
  'browser',
  'channel',
  'executablePath',
  'userDataDir',
  'pipe',
  'timeout',
  'headless',
  'args',
]);
const HARMLESS_ARGS = new Set([
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  ...QUIET,
]);

/** Would a launch with these options start just the browser that one without any would? */
export function isOrdinaryLaunch(asked: LaunchOptions, { headful }: BrowserSetup): boolean {
  const { args = [], headless = true, ...others } = asked;
  const names = Object.keys(others).filter((name) => others[name as keyof typeof others] !== undefined);
  const hasWindow = headful || headless === false || headless === 'shell';
  return !hasWindow && names.every((name) => HARMLESS_OPTIONS.has(name)) && args.every((arg) => HARMLESS_ARGS.has(arg));
}
