import { type ClickOptions, ElementHandle, type Page } from 'puppeteer';

const pages = new WeakSet<Page>();
const MOST_ATTEMPTS = 5;
const click = ElementHandle.prototype.click;

/**
 * From now on a click on this page reaches its element: Puppeteer asks where the element is and presses there a moment
 * later, and on a busy machine something has moved by then. A press that met something else is made again. Other pages,
 * such as those of the product's own browsers, keep Puppeteer's click.
 */
export function clickSurely(page: Page): void {
  pages.add(page);
  ElementHandle.prototype.click = clickOrRepeat;
}

async function clickOrRepeat(this: ElementHandle<Element>, options?: Readonly<ClickOptions>): Promise<void> {
  if (!pages.has(this.frame.page())) return click.call(this, options);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
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
    // A page that the click has left cannot say; the press has reached it.
    const missed = await press.evaluate(({ missed }) => missed).catch(() => false);
    if (!missed) return;
  }
  throw new Error(`Something else lies where this is: ${await this.evaluate(({ outerHTML }) => outerHTML)}`);
}
