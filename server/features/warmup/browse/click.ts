import type { ElementHandle, EvaluateFunc } from '../../../browser/puppeteer.ts';
import { isLeaving } from '../../../instagram/read-page.ts';
import { HESITATION_MS } from '../pace.ts';
import { inTime } from '../session-end.ts';
import { type HumanInput, type Point, pause, pointAt } from './human-input.ts';

/** How far something may have moved and still be hit, in pixels, and how much of its words is compared. */
const MOVED_MAX_PX = 3;
const WORDS_MAX = 200;

/** What is to be clicked, as it was when it was found. */
export type Target = { element: ElementHandle<Element>; face: Face };

/**
 * What people see of an element: where, with which words, leading where. `isOnTop` says that a click on its middle
 * would hit it and nothing else.
 */
type Face = Point & { words: string; link: string | null; isOnTop: boolean };

/** The element that `find` gives, which runs in the page; null where there is none that can be clicked. */
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
 * The one way to click: goes there, looks what the page shows now, and clicks if the target is where and what it was
 * when it was found, and nothing lies over it; then looks what the click has brought. False, and no click, when it is
 * not. Throws what ends the session.
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
    // The click leads to another page, which is looked at when it is there.
    if (!isLeaving(error)) throw error;
  });
  return true;
}

/** Waits until a target is gone or covered; false when that does not happen. */
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
    // With the page that it was on.
    return !(error instanceof Error && error.name === 'TimeoutError');
  }
}

/** Null when it has gone with its page. */
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
 * The first element in the window that a selector finds and that nothing covers. `holding` is what must be inside it;
 * what is inside `outside` does not count.
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
