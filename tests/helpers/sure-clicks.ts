import { setTimeout as delay } from 'node:timers/promises';
import { type ClickOptions, ElementHandle, type Page } from 'puppeteer';
import { NOTICES } from './notices.ts';

/** How long a notification may cover an element, in milliseconds: one with an action stays for 20 seconds. */
const COVERED_MS = 30_000;
const LOOK_AGAIN_MS = 250;
const MOST_PRESSES = 5;

const pages = new WeakSet<Page>();
const click = ElementHandle.prototype.click;

/**
 * From now on a click on this page reaches its element. Puppeteer looks up the element's position and clicks there a
 * moment later, and on a busy machine something else may be there by then. Such a click is repeated. Other pages, such
 * as those of the product's own browsers, keep Puppeteer's click.
 */
export function clickSurely(page: Page): void {
  pages.add(page);
  ElementHandle.prototype.click = clickOrRepeat;
}

async function clickOrRepeat(this: ElementHandle<Element>, options?: Readonly<ClickOptions>): Promise<void> {
  if (!pages.has(this.frame.page())) return click.call(this, options);
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await untilUncovered(this);
    const press = await this.evaluateHandle((element) => {
      const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
      const press = { missed: false };
      const note = (event: Event) => {
        const path = event.composedPath();
        press.missed = ![element, ...labels].some((target) => path.includes(target));
      };
      window.addEventListener('pointerdown', note, { capture: true, once: true });
      return press;
    });
    await click.call(this, options);
    // A page that the click has left cannot respond, so the click has reached it.
    const missed = await press.evaluate(({ missed }) => missed).catch(() => false);
    if (!missed) return;
  }
  throw new Error(`Something else lies over this: ${await this.evaluate(({ outerHTML }) => outerHTML)}`);
}

/** Waits, as users do, until no notification covers the element; one stays while the pointer is on it. */
async function untilUncovered(handle: ElementHandle<Element>): Promise<void> {
  const isCovered = () =>
    handle.evaluate((element, notices) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const notice = document.elementFromPoint(x + width / 2, y + height / 2)?.closest(notices);
      return Boolean(notice && !notice.contains(element));
    }, NOTICES);
  for (let waited = 0; waited < COVERED_MS && (await isCovered()); waited += LOOK_AGAIN_MS) {
    await handle.frame.page().mouse.move(0, 0);
    await delay(LOOK_AGAIN_MS);
  }
}
