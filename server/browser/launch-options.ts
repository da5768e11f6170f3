import { join } from 'node:path';
import type { LaunchOptions } from 'puppeteer-core';

/** The settings that browsers are started with, whatever options a script passes. */
export type BrowserSetup = {
  executablePath: string;
  /** Why no browser is available; null if one is. */
  missing: string | null;
  /** The browser cannot show windows. */
  shell: boolean;
  hasScreen: boolean;
  /** The user wants to watch the browser in a window. */
  headful: boolean;
  /** Whether to use Chrome's sandbox, which is not available to root, nor without user namespaces. */
  sandbox: boolean;
  /** Each launch gets a separate profile below this folder. */
  profiles: string;
};

/** Flags that would change the executable, pipe or profile. */
const OURS = /^--(remote-debugging-|user-data-dir|headless)/;
/** Suppresses first-run questions, and avoids network traffic and memory that scripts do not need. */
const QUIET = ['--no-first-run', '--no-default-browser-check', '--disable-background-networking', '--disable-sync'];

/**
 * The options of a launch: the agent sets executable, pipe and profile, and keeps the script's other options. `number`
 * counts the launches of a run, from 1; `windowless` means that a window was requested but cannot be shown.
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

/** Options that are overridden anyway, or that make no difference once the browser runs. */
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

/** Whether a launch with these options would start the same browser as one without options. */
export function isOrdinaryLaunch(asked: LaunchOptions, { headful }: BrowserSetup): boolean {
  const { args = [], headless = true, ...others } = asked;
  const names = Object.keys(others).filter((name) => others[name as keyof typeof others] !== undefined);
  const hasWindow = headful || headless === false || headless === 'shell';
  return !hasWindow && names.every((name) => HARMLESS_OPTIONS.has(name)) && args.every((arg) => HARMLESS_ARGS.has(arg));
}
