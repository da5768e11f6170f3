import type { Page } from 'puppeteer';

/** Notifications. */
export const NOTICES = 'li[data-variant]';

type Kept = { gone: string[]; seen: WeakSet<Element> };
type KeepingWindow = { keptNotices?: Kept };

/**
 * Has the page keep what its notifications said: they go after five seconds, also on a machine that is too busy to look
 * in time. Counts from the next document on.
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
 * Whether the page shows all of these words, or showed them in a notification that has gone; and all that can be read on
 * it, in one line. A notification that had one of the words counts this once.
 */
export function look(page: Page, texts: readonly string[]): Promise<{ isShown: boolean; text: string }> {
  // No function in here may have a name: tsx, which runs the commands, writes `__name` around those.
  return page.evaluate(
    (notices, wanted) => {
      const { gone, seen }: Kept = (window as KeepingWindow).keptNotices ?? { gone: [], seen: new WeakSet() };
      // The parts of a notification that has gone have no space between them.
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
