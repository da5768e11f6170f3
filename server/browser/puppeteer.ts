import type { Browser, LaunchOptions } from 'puppeteer-core';
import puppeteer, * as everything from 'puppeteer-core';
import { TimeLimitPassed, within } from '../system/time-limit.ts';
import { startDiagnosed } from './launch-failure.ts';
import { type BrowserSetup, isOrdinaryLaunch, launchOptions } from './launch-options.ts';

export type {
  Browser,
  ConsoleMessage,
  Dialog,
  ElementHandle,
  EvaluateFunc,
  Frame,
  HTTPRequest,
  HTTPResponse,
  Page,
  Protocol,
  Target,
} from 'puppeteer-core';

const WITHOUT_SANDBOX =
  "This system does not allow Chrome's sandbox, so it runs without. Open only pages that you trust, or allow the sandbox.";

/** How long a pre-started browser may take to respond before another one is started. */
const ANSWER_LIMIT_MS = 5_000;
/** How long a new browser may take to open its pages: a page whose process died at its start never responds. */
const PAGES_LIMIT_MS = 30_000;

export type LaunchEvents = {
  /** Something about a launch that the user should know. */
  note(text: string): void;
  launched(browser: Browser): Promise<void>;
};

/**
 * Puppeteer as scripts see it. `api` is the module (with its `default`); its `launch` starts browsers according to
 * BrowserSetup.
 */
export type ScriptPuppeteer = {
  api: Record<string, unknown>;
  launch(options?: LaunchOptions): Promise<Browser>;
  /** Starts a browser in advance, for the first ordinary launch. */
  warmUp(): void;
};

/**
 * Replaces `launch` and `executablePath` of this process's Puppeteer. Call once. A browser without pages after
 * `pagesLimitMs` is replaced once.
 */
export function scriptPuppeteer(
  setup: BrowserSetup,
  events: LaunchEvents,
  pagesLimitMs = PAGES_LIMIT_MS,
): ScriptPuppeteer {
  const original = puppeteer.launch.bind(puppeteer);
  let count = 0;
  let sandbox = setup.sandbox;
  const start = async (asked: LaunchOptions): Promise<Browser> => {
    if (setup.missing !== null) throw new Error(setup.missing);
    const startOnce = (withSandbox: boolean) => {
      count += 1;
      const { options, windowless } = launchOptions(asked, { ...setup, sandbox: withSandbox }, count);
      if (windowless) events.note('There is no screen to show a window on: the browser runs without one.');
      return original(options);
    };
    const onNoSandbox = () => {
      sandbox = false;
      events.note(WITHOUT_SANDBOX);
    };
    const { executablePath, profiles } = setup;
    return startDiagnosed(startOnce, { executablePath, sandbox, folder: profiles, onNoSandbox });
  };
  const launchFresh = async (options: LaunchOptions): Promise<Browser> => {
    const browser = await start(options);
    try {
      await within(events.launched(browser), { what: "The browser's first page", ms: pagesLimitMs });
      return browser;
    } catch (error) {
      browser.process()?.kill('SIGKILL');
      throw error;
    }
  };
  /** Launches a browser, and another one if its page died at its start. */
  const launchAnother = (options: LaunchOptions): Promise<Browser> =>
    launchFresh(options).catch((error: unknown) => {
      if (error instanceof TimeLimitPassed) return launchFresh(options);
      throw error;
    });
  let warm: Promise<Browser | null> | undefined;
  const launch = async (options: LaunchOptions = {}): Promise<Browser> => {
    const ready = isOrdinaryLaunch(options, setup) ? warm : undefined;
    if (ready) warm = undefined;
    const browser = await ready;
    return browser && (await isResponsive(browser)) ? browser : launchAnother(options);
  };
  const warmUp = () => {
    // An error will recur when a browser is needed.
    warm = launchFresh({}).catch(() => null);
  };
  const executablePath = () => setup.executablePath;
  Object.assign(puppeteer, { launch, executablePath });
  return { api: { ...everything, launch, executablePath, default: puppeteer }, launch, warmUp };
}

/** Checks more than `connected`, which remains true briefly after a browser has died, and longer if its page has. */
async function isResponsive(browser: Browser): Promise<boolean> {
  if (!browser.connected) return false;
  const answer = browser.pages().then(([page]) => page?.evaluate('0'));
  return within(answer, { what: 'The answer of a waiting browser', ms: ANSWER_LIMIT_MS }).then(
    () => true,
    () => false,
  );
}
