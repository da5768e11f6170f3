import type { ElementHandle, EvaluateFunc } from '../../../browser/puppeteer.ts';
import { isLeaving } from '../../../instagram/read-page.ts';
import { HESITATION_MS } from '../pace.ts';
import { inTime } from '../session-end.ts';
import { type HumanInput, type Point, pause, pointAt } from './human-input.ts';

/**
 * How far a target may have moved and still be clicked, in pixels, and how many characters of its text are compared.
 */
const MOVED_MAX_PX = 3;
const WORDS_MAX = 200;

/** An element to click, and how it looked when found. */
export type Target = { element: ElementHandle<Element>; face: Face };

/** How an element looks: position, text and link. `isOnTop`: a click on its centre would hit it and nothing else. */
type Face = Point & { words: string; link: string | null; isOnTop: boolean };

/** The element that `find`, run in the page, returns; null if there is none that can be clicked. */
export async function findTarget<Args extends unknown[]>(
  input: HumanInput,
  find: EvaluateFunc<Args>,
  ...args: Args
): Promise<Target | null> {
  const found = await inTime(input.page.evaluateHandle(find, ...args), input.lookLimitMs);
  const element = found.asElement() as ElementHandle<Element> | null;
  if (!element) return null;
  const face = await faceOf(input, element);
  return face?.isOnTop ? { element, face } : null;
}

/**
 * The only way to click: moves there, checks the page, and clicks if the target is still in place, unchanged and not
 * covered; then checks the page again. Returns false without a click otherwise. Throws SessionEnd if the page ends the
 * session.
 */
export async function click(input: HumanInput, { element, face }: Target, count = 1): Promise<boolean> {
  input.pointer = 'elsewhere';
  await pointAt(input, face);
  await pause(input, HESITATION_MS);
  await input.look();
  const now = await faceOf(input, element);
  if (!now || !isSame(now, face)) return false;
  await inTime(input.page.mouse.click(face.x, face.y, { count }), input.lookLimitMs);
  await input.look().catch((error: unknown) => {
    // The click leads to another page, which is checked once loaded.
    if (!isLeaving(error)) throw error;
  });
  return true;
}

/** Waits until a target is gone or covered; false on a timeout. */
export async function disappears(input: HumanInput, { element }: Target): Promise<boolean> {
  const { page, patienceMs, signal } = input;
  const isGone = (one: Element) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return width === 0 || !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  try {
    await page.waitForFunction(isGone, { polling: 50, timeout: patienceMs, signal }, element);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    // The target was removed along with its page.
    return !(error instanceof Error && error.name === 'TimeoutError');
  }
}

/** Null if the element was removed along with its page. */
async function faceOf(input: HumanInput, element: ElementHandle<Element>): Promise<Face | null> {
  try {
    return await inTime(element.evaluate(readFace, WORDS_MAX), input.lookLimitMs);
  } catch (error) {
    if (isLeaving(error) || /JSHandle/.test(String(error))) return null;
    throw error;
  }
}

/** Runs in the page. */
function readFace(element: Element, wordsMax: number): Face {
  const { left, top, width, height } = element.getBoundingClientRect();
  const x = left + width / 2;
  const y = top + height / 2;
  const words = `${element.getAttribute('aria-label') ?? ''} ${element.textContent ?? ''}`;
  const isOnTop = element.isConnected && width > 0 && element.contains(document.elementFromPoint(x, y));
  return { x, y, words: words.slice(0, wordsMax), link: element.getAttribute('href'), isOnTop };
}

function isSame(now: Face, before: Face): boolean {
  const moved = Math.max(Math.abs(now.x - before.x), Math.abs(now.y - before.y));
  return now.isOnTop && moved <= MOVED_MAX_PX && now.words === before.words && now.link === before.link;
}

/**
 * The first uncovered element in the window that matches a selector. It must contain a match of `holding`; matches
 * inside `outside` are ignored.
 */
export function findClickable(
  input: HumanInput,
  selector: string,
  { holding = null, outside = null }: { holding?: string | null; outside?: string | null } = {},
): Promise<Target | null> {
  const find = (wanted: string, inside: string | null, around: string | null) => {
    for (const element of document.querySelectorAll(wanted)) {
      if ((inside && !element.querySelector(inside)) || (around && element.closest(around))) continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width > 0 && element.contains(document.elementFromPoint(left + width / 2, top + height / 2))) return element;
    }
    return null;
  };
  return findTarget(input, find, selector, holding, outside);
}
