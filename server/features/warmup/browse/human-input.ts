import { parseUrl } from '../../../../shared/web/parse-url.ts';
import type { EvaluateFunc, Page } from '../../../browser/puppeteer.ts';
import type { PageState } from '../../../instagram/page-state.ts';
import type { Clock } from '../../../system/clock.ts';
import { drawFrom, drawWhole, type Random } from '../draw.ts';
import { MIDDLE, POINTER_STEPS, type Range, WHEEL_MS, WHEEL_PX } from '../pace.ts';
import { inTime } from '../session-end.ts';

/** Polling interval for conditions and for scrolling to stop, in milliseconds. */
const POLL_MS = 50;
const STILL_MS = 20;

/** Mouse and keyboard at human speed. */
export type HumanInput = {
  page: Page;
  clock: Clock;
  random: Random;
  /** Aborts any action. */
  signal: AbortSignal;
  /** How long a page may take to show something, in milliseconds of real time. */
  patienceMs: number;
  /** How long a page may take to respond, in milliseconds of real time. */
  lookLimitMs: number;
  /** Where the pointer is: the wheel scrolls what is below it. */
  pointer: 'middle' | 'elsewhere';
  /** Checks the page. Throws SessionEnd if the page ends the session. */
  look(): Promise<PageState>;
};

/** A position in the window, in CSS pixels. */
export type Point = { x: number; y: number };

/** Waits for a random time in `range` (milliseconds). Rejects with the reason if the session ends first. */
export async function pause({ clock, random, signal }: HumanInput, range: Range): Promise<void> {
  await clock.wait(drawFrom(range, random), signal);
}

/** Evaluates a function in the page. SessionEnd page_hangs when the page does not respond. */
export function ask<Args extends unknown[], Func extends EvaluateFunc<Args>>(
  { page, lookLimitMs }: HumanInput,
  question: Func,
  ...args: Args
): Promise<Awaited<ReturnType<Func>>> {
  return inTime(page.evaluate(question, ...args), lookLimitMs);
}

/** Presses a key. SessionEnd page_hangs when the page does not respond. */
export function pressKey({ page, lookLimitMs }: HumanInput, key: 'ArrowRight' | 'ArrowDown' | 'Escape' | 'Home') {
  return inTime(page.keyboard.press(key), lookLimitMs);
}

/** Moves the pointer in many steps. SessionEnd page_hangs when the page does not respond. */
export function pointAt({ page, random, lookLimitMs }: HumanInput, { x, y }: Point): Promise<void> {
  return inTime(page.mouse.move(x, y, { steps: drawWhole(POINTER_STEPS, random) }), lookLimitMs);
}

/** Turns the wheel until the page has scrolled by about `pixels`, and waits until it stops. */
export async function scrollBy(input: HumanInput, pixels: number): Promise<void> {
  const { page, random, lookLimitMs } = input;
  if (input.pointer !== 'middle') await moveToCentre(input);
  for (let left = Math.abs(pixels); left > 0; ) {
    const turn = Math.min(left, drawFrom(WHEEL_PX, random));
    await inTime(page.mouse.wheel({ deltaY: Math.sign(pixels) * turn }), lookLimitMs);
    left -= turn;
    await pause(input, WHEEL_MS);
  }
  await pausePointer(input);
}

async function moveToCentre(input: HumanInput): Promise<void> {
  const { random } = input;
  const { width, height } = await ask(input, () => ({ width: innerWidth, height: innerHeight }));
  await pointAt(input, { x: width * drawFrom(MIDDLE, random), y: height * drawFrom(MIDDLE, random) });
  input.pointer = 'middle';
}

export async function scrollToTop(input: HumanInput): Promise<void> {
  await pressKey(input, 'Home');
  await pausePointer(input);
}

async function pausePointer(input: HumanInput): Promise<void> {
  const wait = async (interval: number) => {
    for (let still = 0, rounds = 0, last = scrollY; still < 3 && rounds < 50; rounds++) {
      await new Promise((resolve) => setTimeout(resolve, interval));
      still = scrollY === last ? still + 1 : 0;
      last = scrollY;
    }
  };
  await ask(input, wait, STILL_MS);
}

/** Waits until a condition holds in the page; false on a timeout. */
export async function waitForCondition<Args extends unknown[]>(
  { page, patienceMs, signal }: HumanInput,
  condition: EvaluateFunc<Args>,
  ...args: Args
): Promise<boolean> {
  try {
    await page.waitForFunction(condition, { polling: POLL_MS, timeout: patienceMs, signal }, ...args);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === 'TimeoutError') return false;
    throw error;
  }
}

/** Waits for a match of a selector. */
export function appears(input: HumanInput, selector: string): Promise<boolean> {
  return waitForCondition(input, (wanted) => document.querySelector(wanted) !== null, selector);
}

/** Waits until the page's path has this prefix. */
export function arrivesAt(input: HumanInput, path: string): Promise<boolean> {
  return waitForCondition(
    input,
    (wanted) => (wanted === '/' ? location.pathname === '/' : location.pathname.startsWith(wanted)),
    path,
  );
}

/** The path of the page; empty if it has no valid address. */
export function pathOf(page: Page): string {
  return parseUrl(page.url())?.pathname ?? '';
}
