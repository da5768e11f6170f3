import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, ConsoleMessage, Dialog, Page, Target } from '../../../browser/puppeteer.ts';
import type { Output } from './output.ts';

/** More open pages than this count as an error, since they would exhaust the memory. */
const PAGES_MAX = 50;
/** How long a page may take to report logged values. */
const ANSWER_MS = 300;

/** Watches every page of every browser of a run for otherwise unnoticed problems; `fail` ends the run. */
export type PageWatch = {
  browser(browser: Browser): Promise<void>;
  page(page: Page): void;
  /** Waits for lines that pages have logged and that are still being read. */
  linesToEnd(): Promise<void>;
};

/**
 * Logs the pages' console and uncaught errors. Resolves what would hang for ever: unanswered dialogs are dismissed, and
 * a page that crashes, or keeps opening others, fails the run.
 */
export function watchPages(output: Output, fail: (error: Error) => void): PageWatch {
  const known = new WeakSet<Page>();
  const lines = inOrder((text) => output.line('page', text));

  const watchPage = (page: Page) => {
    if (known.has(page)) return;
    known.add(page);
    page.on('console', (message) => lines.add(consoleText(message, output)));
    page.on('pageerror', (error) => lines.add(`Uncaught ${error instanceof Error ? error.message : error}`));
    page.on('dialog', (dialog) => {
      if (page.listenerCount('dialog') === 1) void dismiss(dialog, output);
    });
    page.on('error', () => {
      if (page.listenerCount('error') === 1) fail(new Error(`The page crashed: ${page.url()}`));
    });
  };

  return {
    linesToEnd: lines.end,
    page: watchPage,
    async browser(browser) {
      const open = new Set<Target>();
      browser.on('targetdestroyed', (target) => open.delete(target));
      browser.on('targetcreated', (target) => {
        if (target.type() !== 'page') return;
        open.add(target);
        if (open.size > PAGES_MAX) fail(new Error(`The script has more than ${PAGES_MAX} pages open at once.`));
        // Rejects if the page closes before it can be read.
        target.page().then(
          (page) => page && watchPage(page),
          () => undefined,
        );
      });
      for (const page of await browser.pages()) watchPage(page);
    },
  };
}

/** Passes texts on in the order they were added; a pending one delays only later ones. */
function inOrder(write: (text: string) => void): { add(text: string | Promise<string>): void; end(): Promise<void> } {
  let last: Promise<void> | undefined;
  return {
    add(text) {
      if (!last && typeof text === 'string') return write(text);
      const mine = Promise.all([text, last]).then(([ready]) => {
        write(ready);
        if (last === mine) last = undefined;
      });
      last = mine;
    },
    end: async () => last,
  };
}

/**
 * Logged values are text, except for objects, whose content has to be requested; omitted when the page does not
 * respond.
 */
function consoleText(message: ConsoleMessage, output: Output): string | Promise<string> {
  const args = message.args();
  if (args.every((arg) => arg.remoteObject().objectId === undefined)) return message.text();
  const values = args.map((arg) => {
    const { description = 'object' } = arg.remoteObject();
    const late = delay(ANSWER_MS, description, { ref: false });
    return Promise.race([arg.jsonValue().then(output.show, () => description), late]);
  });
  return Promise.all(values).then((texts) => texts.join(' '));
}

async function dismiss(dialog: Dialog, output: Output): Promise<void> {
  output.line('agent', `Dismissed ${dialog.type()}(${JSON.stringify(dialog.message())}), which nobody answered.`);
  await dialog.dismiss().catch(() => undefined);
}
