import type { Page } from '../browser/puppeteer.ts';
import { PATHS, SELECTORS, VIEWER_PATHS } from './site.ts';
import { isHarmlessButton } from './words.ts';

/** Longer pages or boxes, in characters, are not notices. */
const NOTICE_MAX_CHARS = 600;
/** Limits of reading a page, which may be hostile. */
const LIMITS = {
  text: NOTICE_MAX_CHARS + 1,
  label: 80,
  buttons: 20,
  boxes: 10,
  /** Ancestors of an element, and descendants of a box, that are examined. */
  steps: 60,
  /** The distance of sample points from the window's centre, as a fraction of its size. */
  middle: 0.06,
  /** Larger areas, as a fraction of the window, are pictures without text. */
  picture: 0.15,
} as const;
/** Attempts to read a page that is being replaced. */
const READ_ATTEMPTS = 5;

/** A box over a page: a dialog, or anything else that covers its middle. */
export type Box = {
  text: string;
  /** The labels of its uncovered buttons, unchanged. */
  buttons: string[];
  /** It blocks the page. */
  isModal: boolean;
  /** It has an input field. */
  hasField: boolean;
  /** It shows a post, a story or a reel. */
  isViewer: boolean;
  /** Its pictures or its text are still loading. */
  isLoading: boolean;
};

export type Shown = {
  /** The page's path at the moment its boxes were read. */
  path: string;
  hasNavigation: boolean;
  hasPassword: boolean;
  /** The text of the page and its boxes, if short enough for a notice. */
  notices: string[];
  boxes: Box[];
};

/** Reads a page of Instagram. Throws Puppeteer's error if the page is gone. */
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

/** Whether the page was navigating when it was read. */
export function isLeaving(error: unknown): boolean {
  return /context was destroyed|Cannot find context|detached frame|frame (was |got )?detached|because of a navigation/i.test(
    String(error),
  );
}

/** The label of the button that closes a harmless box; null if the box is not known to be harmless. */
export function harmlessButton({ buttons, hasField }: Box): string | null {
  return (!hasField && buttons.find(isHarmlessButton)) || null;
}

/**
 * The obstacle on a page, other than boxes that the visit itself opened: none; a known, harmless box; one that is still
 * loading on a path where the visit opens stories, Reels and posts, and may become any of the others; or an unknown
 * one.
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
  /** A box whose content is fixed to the window has no size itself. */
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
  /** Whether a box is below another one; it is judged only once it is on top. */
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
  /** The middle may be covered by the backdrop of a dialog elsewhere. */
  const isVeiled = cover ? !isViewer(cover) : false;
  // "Save your login info?" is a separate page.
  if (location.pathname.startsWith(onetap) && boxes.length === 0 && document.body) boxes.push(document.body);

  return {
    path: location.pathname,
    hasNavigation: shows(selectors.navigation),
    hasPassword: [...document.querySelectorAll(selectors.password)].some((field) => field.getClientRects().length > 0),
    // Posts are written by users and say nothing about the site.
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
