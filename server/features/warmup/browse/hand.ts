import type { EvaluateFunc, Page } from '../../../browser/puppeteer.ts';
import type { Clock } from '../../../clock.ts';
import { drawFrom, drawWhole, type Random } from '../draw.ts';
import { HESITATION_MS, MIDDLE, POINTER_STEPS, type Range, WHEEL_MS, WHEEL_PX } from '../pace.ts';

/** How often a page is asked whether something has appeared, and whether it still moves, in milliseconds. */
const POLL_MS = 50;
const STILL_MS = 20;

/** A hand on the mouse and the keyboard, as slow as a person's. */
export type Hand = {
  page: Page;
  clock: Clock;
  random: Random;
  /** Ends whatever it does. */
  signal: AbortSignal;
  /** How long a page may take to show something, in milliseconds by the real clock. */
  patienceMs: number;
  /** Where the pointer was left: the wheel turns what lies below it. */
  pointer: 'middle' | 'elsewhere';
};

/** A place in the window, in CSS pixels. */
export type Point = { x: number; y: number };

/** Does nothing for a time of `range` (milliseconds). Rejects with the reason when the session ends first. */
export async function pause({ clock, random, signal }: Hand, range: Range): Promise<void> {
  await clock.wait(drawFrom(range, random), signal);
}

/** Turns the wheel until the page has moved by about `pixels`, and waits until it stands still. */
export async function scrollBy(hand: Hand, pixels: number): Promise<void> {
  const { page, random } = hand;
  if (hand.pointer !== 'middle') await pointToMiddle(hand);
  for (let left = Math.abs(pixels); left > 0; ) {
    const turn = Math.min(left, drawFrom(WHEEL_PX, random));
    await page.mouse.wheel({ deltaY: Math.sign(pixels) * turn });
    left -= turn;
    await pause(hand, WHEEL_MS);
  }
  await standStill(page);
}

async function pointToMiddle(hand: Hand): Promise<void> {
  const { page, random } = hand;
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const x = width * drawFrom(MIDDLE, random);
  const y = height * drawFrom(MIDDLE, random);
  await page.mouse.move(x, y, { steps: drawWhole(POINTER_STEPS, random) });
  hand.pointer = 'middle';
}

/** Back to the beginning of the page. */
export async function scrollToTop(hand: Hand): Promise<void> {
  await hand.page.keyboard.press('Home');
  await standStill(hand.page);
}

async function standStill(page: Page): Promise<void> {
  await page.evaluate(async (interval) => {
    for (let still = 0, rounds = 0, last = scrollY; still < 3 && rounds < 50; rounds++) {
      await new Promise((resolve) => setTimeout(resolve, interval));
      still = scrollY === last ? still + 1 : 0;
      last = scrollY;
    }
  }, STILL_MS);
}

/** Goes to a place in the window and clicks there. */
export async function clickAt(hand: Hand, { x, y }: Point, count = 1): Promise<void> {
  const { page, random } = hand;
  hand.pointer = 'elsewhere';
  await page.mouse.move(x, y, { steps: drawWhole(POINTER_STEPS, random) });
  await pause(hand, HESITATION_MS);
  await page.mouse.click(x, y, { count });
}

/** Waits until a condition holds in the page; false when it does not come to that. */
export async function comesTrue<Args extends unknown[]>(
  { page, patienceMs, signal }: Hand,
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

/** Waits until there is something that a selector finds. */
export function appears(hand: Hand, selector: string): Promise<boolean> {
  return comesTrue(hand, (wanted) => document.querySelector(wanted) !== null, selector);
}

/** Waits until the page's path begins like this. */
export function arrivesAt(hand: Hand, path: string): Promise<boolean> {
  return comesTrue(
    hand,
    (wanted) => (wanted === '/' ? location.pathname === '/' : location.pathname.startsWith(wanted)),
    path,
  );
}

/** The path of the page; empty where it has none. */
export function pathOf(page: Page): string {
  return URL.canParse(page.url()) ? new URL(page.url()).pathname : '';
}

/**
 * The middle of the first element that can be clicked: it is in the window, and nothing covers it. `holding` is what must be inside it; what is inside
 * `outside` does not count.
 */
export async function findClickable(
  page: Page,
  selector: string,
  { holding, outside }: { holding?: string; outside?: string } = {},
): Promise<Point | null> {
  return page.evaluate(
    (wanted, inside, around) => {
      for (const element of document.querySelectorAll(wanted)) {
        if ((inside && !element.querySelector(inside)) || (around && element.closest(around))) continue;
        const { left, top, width, height } = element.getBoundingClientRect();
        const x = left + width / 2;
        const y = top + height / 2;
        const hit = document.elementFromPoint(x, y);
        if (width > 0 && hit && (element.contains(hit) || hit.contains(element))) return { x, y };
      }
      return null;
    },
    selector,
    holding ?? null,
    outside ?? null,
  );
}
