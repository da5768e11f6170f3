import type { Page } from '../browser/puppeteer.ts';
import { PATHS, SELECTORS, VIEWER_PATHS } from './site.ts';
import { isHarmlessButton } from './words.ts';

/** A page or box with more characters than this is not a notice. */
const NOTICE_MAX_CHARS = 600;
/** How much is read of a page at most: it may be anybody's. */
const LIMITS = {
  text: NOTICE_MAX_CHARS + 1,
  label: 80,
  buttons: 20,
  boxes: 10,
  /** How far up from an element, and how far into a box without a size of its own. */
  steps: 60,
  /** The points that make up the window's middle, in parts of its width and height from the centre. */
  middle: 0.06,
  /** What is larger than this part of the window shows a picture and says nothing. */
  picture: 0.15,
} as const;
/** How often a page is read again that was just leaving. */
const READ_ATTEMPTS = 5;

/** A box that lies over a page: a dialog, or whatever else covers the page's middle. */
export type Box = {
  text: string;
  /** The labels of those of its buttons that nothing covers, as they are. */
  buttons: string[];
  /** One does not get past it. */
  isModal: boolean;
  /** It asks for something to be typed. */
  hasField: boolean;
  /** It shows a post, a story or a reel. */
  isViewer: boolean;
  /** Its pictures, or what it says of itself, are still on their way. */
  isLoading: boolean;
};

/** What a page shows. */
export type Shown = {
  /** The path of the page's address at the very moment that its boxes were read. */
  path: string;
  hasNavigation: boolean;
  hasPassword: boolean;
  /** What the page and its boxes say, as far as it may be a notice. */
  notices: string[];
  boxes: Box[];
};

/** Reads a page of Instagram. Throws what Puppeteer throws when the page is gone. */
export async function readPage(page: Page, attempt = 1): Promise<Shown> {
  try {
    const { body, ...shown } = await page.evaluate(readInPage, SELECTORS, LIMITS, PATHS.onetap);
    const texts = [...shown.boxes.filter(({ isViewer }) => !isViewer).map(({ text }) => text), body];
    const notices = texts.filter((text) => text !== '' && text.length <= NOTICE_MAX_CHARS);
    return { ...shown, notices };
  } catch (error) {
    if (attempt === READ_ATTEMPTS || !isLeaving(error)) throw error;
    return readPage(page, attempt + 1);
  }
}

/** Was the page on its way to another address when it was read? */
export function isLeaving(error: unknown): boolean {
  return /context was destroyed|Cannot find context|detached frame|frame (was |got )?detached|because of a navigation/i.test(
    String(error),
  );
}

/** The label of the button that closes a box that is known to be harmless; null where it is not. */
export function harmlessButton({ buttons, hasField }: Box): string | null {
  return (!hasField && buttons.find(isHarmlessButton)) || null;
}

/**
 * What stands in the way on a page, other than what the visit itself opened: nothing; a box that is known to be harmless;
 * one that is still loading where the visit opens stories, Reels and posts, which may become any of the others; or one
 * that is not known.
 */
export function obstacleOf({
  boxes,
  path,
}: Pick<Shown, 'boxes' | 'path'>): 'none' | 'harmless' | 'loading' | 'unknown' {
  const canBeOpened = VIEWER_PATHS.test(path);
  const inTheWay = boxes.filter((box) => box.isModal && !(box.isViewer && canBeOpened));
  if (inTheWay.length === 0) return 'none';
  const unknown = inTheWay.filter((box) => !harmlessButton(box));
  if (unknown.length === 0) return 'harmless';
  return canBeOpened && unknown.every(({ isLoading }) => isLoading) ? 'loading' : 'unknown';
}

/** Runs in the page. */
function readInPage(selectors: typeof SELECTORS, limits: typeof LIMITS, onetap: string) {
  const shows = (selector: string) => document.querySelector(selector) !== null;
  const sizeOf = ({ width, height }: DOMRect) => (width * height) / (innerWidth * innerHeight);
  const isInWindow = (element: Element) => {
    const box = element.getBoundingClientRect();
    const isOutside = box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth;
    return sizeOf(box) > 0 && !isOutside && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  };
  /** A box may have no size of its own when what it holds is fixed to the window. */
  const isShown = (element: Element) =>
    isInWindow(element) || [...element.querySelectorAll('*')].slice(0, limits.steps).some(isInWindow);
  const hitAt = (x: number, y: number) => document.elementFromPoint(x, y);
  const isFree = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return width > 0 && element.contains(hitAt(left + width / 2, top + height / 2));
  };
  // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, without scripts.
  const textOf = (element: HTMLElement | null) => (element?.innerText ?? '').slice(0, limits.text);

  const fixedAround = (start: Element | null): HTMLElement | null => {
    let element = start;
    for (let steps = 0; element && steps < limits.steps; steps++, element = element.parentElement) {
      if (element instanceof HTMLElement && getComputedStyle(element).position === 'fixed') return element;
    }
    return null;
  };
  const offsets = [
    [0, 0],
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const;
  const hits = offsets.map(([x, y]) =>
    hitAt(innerWidth * (0.5 + x * limits.middle), innerHeight * (0.5 + y * limits.middle)),
  );
  const coversMiddle = (element: Element) => hits.filter((hit) => element.contains(hit)).length > hits.length / 2;

  const shown = [...document.querySelectorAll<HTMLElement>(selectors.dialog)].filter(isShown);
  const dialogs = shown.filter((one) => !shown.some((other) => other !== one && other.contains(one)));
  const cover = hits
    .map((hit) => fixedAround(hit))
    .find((one) => one && coversMiddle(one) && one.localName !== 'main' && !one.querySelector(selectors.content));
  const isOwnBox = cover && !dialogs.some((dialog) => dialog.contains(cover) || cover.contains(dialog));
  const says = (element: HTMLElement) =>
    textOf(element).trim() !== '' || element.matches('iframe') || element.querySelector('button, a, input, iframe');
  const boxes = [...dialogs, ...(isOwnBox && says(cover) ? [cover] : [])];
  /** What lies below another box is judged once it lies on top. */
  const isBelow = (box: Element) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const hit = hitAt(left + width / 2, top + height / 2);
    const overlay = fixedAround(hit);
    const others = boxes.filter((other) => other !== box);
    return width > 0 && !box.contains(hit) && others.some((other) => other.contains(hit) || overlay?.contains(other));
  };
  const isViewer = (box: Element) =>
    [...box.querySelectorAll('article, video, canvas, img')]
      .slice(0, limits.steps)
      .some((media) => media.matches('article') || sizeOf(media.getBoundingClientRect()) >= limits.picture);
  const isLoading = (box: Element) =>
    box.querySelector(selectors.loading) !== null ||
    [...box.querySelectorAll<HTMLImageElement | HTMLVideoElement>('img, video')]
      .slice(0, limits.steps)
      .some((media) =>
        media instanceof HTMLImageElement
          ? !media.complete
          : media.networkState === HTMLMediaElement.NETWORK_LOADING && media.readyState === 0,
      );
  /** What covers the middle for the sake of a dialog that lies elsewhere. */
  const isVeiled = cover ? !isViewer(cover) : false;
  // "Save your login info?" is a page of its own.
  if (location.pathname.startsWith(onetap) && boxes.length === 0 && document.body) boxes.push(document.body);

  return {
    path: location.pathname,
    hasNavigation: shows(selectors.navigation),
    hasPassword: [...document.querySelectorAll(selectors.password)].some((field) => field.getClientRects().length > 0),
    // Posts are what people wrote, not what the site says.
    body: shows('article') ? '' : textOf(document.body),
    boxes: boxes.slice(0, limits.boxes).map((box) => ({
      text: textOf(box),
      buttons: [...box.querySelectorAll(selectors.button)]
        .filter(isFree)
        .slice(0, limits.buttons)
        .map((button) => (button.textContent ?? '').slice(0, limits.label)),
      isModal:
        box !== document.body && !isBelow(box) && (box.matches(selectors.modal) || isVeiled || coversMiddle(box)),
      hasField: box.querySelector(selectors.field) !== null,
      isViewer: isViewer(box),
      isLoading: isLoading(box),
    })),
  };
}
