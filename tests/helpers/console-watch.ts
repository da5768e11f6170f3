import type { Page } from 'puppeteer';

/**
 * Collects everything that goes wrong on a page from now on, one line each: errors in its console, errors of its
 * scripts, and requests that fail or are refused.
 */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url ?? ''}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page, or dropping a query, cancels its requests.
    if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`answer: ${response.status()} ${response.url()}`);
  });
  return faults;
}
