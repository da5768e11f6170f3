import type { Page } from 'puppeteer';

/** Selects notifications. */
export const NOTICES = 'li[data-variant]';

type Kept = { gone: string[]; seen: WeakSet<Element> };
type KeepingWindow = { keptNotices?: Kept };

/**
 * Makes the page keep the texts of its notifications: they disappear after five seconds, even if a machine is too busy
 * to look in time. Takes effect with the next document.
 */
export async function keepNotices(page: Page): Promise<void> {
  await page.evaluateOnNewDocument((notices) => {
    const kept: Kept = { gone: [], seen: new WeakSet() };
    (window as KeepingWindow).keptNotices = kept;
    new MutationObserver((records) => {
      const removed = records.flatMap((record) => [...record.removedNodes]).filter((node) => node instanceof Element);
      for (const notice of removed.flatMap((node) => [node, ...node.querySelectorAll(notices)])) {
        if (notice.matches(notices) && !kept.seen.has(notice)) kept.gone.push(notice.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  }, NOTICES);
}

/**
 * Whether the page shows all of these words, or showed them in a notification that has disappeared; and all visible
 * text, on one line. A notification counts only once for words that it contains.
 */
export function look(page: Page, texts: readonly string[]): Promise<{ isShown: boolean; text: string }> {
  // No function in here may have a name: tsx, which runs the benchmarks, would wrap it in `__name`.
  return page.evaluate(
    (notices, wanted) => {
      const { gone, seen }: Kept = (window as KeepingWindow).keptNotices ?? { gone: [], seen: new WeakSet() };
      // A removed notification's parts have no space between them.
      const squeezed = wanted.map((text) => text.replace(/\s+/g, ''));
      // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, without hidden words.
      const shown = document.body.innerText.replace(/\s+/g, ' ').trim();
      const said = gone.map((notice) => notice.replace(/\s+/g, ''));
      const isShown = wanted.every(
        (text, index) => shown.includes(text) || said.some((notice) => notice.includes(squeezed[index] ?? text)),
      );
      const text = [shown, ...gone].join(' ');
      if (isShown) {
        for (const notice of document.querySelectorAll(notices)) {
          const words = notice.textContent.replace(/\s+/g, '');
          if (squeezed.some((one) => words.includes(one))) seen.add(notice);
        }
        gone.splice(0, gone.length, ...gone.filter((_, index) => !squeezed.some((one) => said[index]?.includes(one))));
      }
      return { isShown, text };
    },
    NOTICES,
    texts,
  );
}
