import type { Page } from '../../server/browser/puppeteer.ts';
import { serve } from './loopback.ts';

/** A page of a console: its text, and its buttons with the pages that they lead to; null if they stay. */
export type ConsolePage = { title: string; buttons?: Record<string, string | null> };
export type ConsoleSite = { origin: string; close(): Promise<void> };

/**
 * The platforms' consoles on loopback, each under its host: `/www.linkedin.com/developers/apps/new`. A missing page is
 * a 404; one that begins with `->` redirects.
 */
export function startConsoles(pages: Record<string, ConsolePage | `->${string}`>): Promise<ConsoleSite> {
  return serve((request, response) => {
    const path = (request.url ?? '/').slice(1).replace(/\?.*$/, '').replace(/\/$/, '');
    const page = pages[path];
    if (typeof page === 'string') return response.writeHead(302, { location: `/${page.slice(2)}` }).end();
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ? htmlOf(page) : '<h1>This page has moved</h1>');
  });
}

function htmlOf({ title, buttons = {} }: ConsolePage): string {
  const all = Object.entries(buttons).map(([name, to]) =>
    to === null ? `<p><button type="button">${name}</button></p>` : `<p><a href="/${to}">${name}</a></p>`,
  );
  return `<!doctype html><title>${title}</title><h1>${title}</h1>${all.join('')}<input aria-label="Field">`;
}

/** Clicks a button that leads to another page of the console. */
export async function pressOn(page: Page, name: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(`::-p-text(${name})`)]);
}
