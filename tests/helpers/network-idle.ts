import type { HTTPRequest, Page } from 'puppeteer';
import { vi } from 'vitest';

const IDLE_MS = 300;

/**
 * Answers a function that waits until the page has asked for nothing for 300 ms. Only what the present document asked
 * for counts: Chrome does not always say how the questions of a document that was left have ended, and Puppeteer's own
 * wait counts them for ever.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<HTTPRequest>();
  let changed = Date.now();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    open.add(request);
    changed = Date.now();
  });
  const answered = (request: HTTPRequest) => {
    if (open.delete(request)) changed = Date.now();
  };
  // An answer of which the page reads nothing but the status does not finish.
  page.on('response', (response) => answered(response.request()));
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  return () =>
    vi.waitFor(
      () => {
        if (open.size > 0) throw new Error(`Still asked for: ${[...open].map((request) => request.url()).join(' ')}`);
        if (Date.now() - changed < IDLE_MS) throw new Error('The page goes on asking.');
      },
      { timeout: 20_000 },
    );
}
