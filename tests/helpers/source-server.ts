import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serve } from './loopback.ts';

const ARTICLES = join(import.meta.dirname, '../fixtures/articles');

/** The article pages that the server serves at `/<name>.html`, besides `/feed.xml` (RSS) and `/atom.xml`. */
export const ARTICLE_PAGES = ['sourdough', 'strength', 'passkeys', 'night-trains', 'huerto', 'fahrrad'] as const;

/** The size of the page at /big, in bytes. */
export const BIG_PAGE_BYTES = 50 * 1024 * 1024;

/** Imitates the internet on loopback: `origin` has no trailing slash; `bytesSent` counts what /big has sent. */
export type SourceServer = { origin: string; bytesSent(): number; close(): Promise<void> };

/** Serves tests/fixtures/articles, and a route for each of FAULTS that a source can have. */
export async function startSourceServer(): Promise<SourceServer> {
  const counter = { sent: 0 };
  const { server, origin, close } = await serve((request, response) => {
    answer(request, response, counter).catch((error) => response.destroy(error));
  });
  // An idle connection survives a reader that blocks the thread for seconds.
  server.keepAliveTimeout = 60_000;
  return { origin, bytesSent: () => counter.sent, close };
}

async function answer(request: IncomingMessage, response: ServerResponse, counter: { sent: number }): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://loopback').pathname.slice(1);
  const fault = FAULTS[path];
  if (fault) return fault(response, counter);
  if (!/^[\w-]+\.(html|xml)$/.test(path)) return send(response, 404, 'text/html', '<h1>Not found</h1>');
  const body = await readFile(join(ARTICLES, path)).catch(() => null);
  if (!body) return send(response, 404, 'text/html', '<h1>Not found</h1>');
  send(response, 200, path.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8', body);
}

type Fault = (response: ServerResponse, counter: { sent: number }) => void | Promise<void>;

const FAULTS: Record<string, Fault> = {
  big: (response, counter) =>
    stream(response, counter, `<p>${'Bread needs time, and time is free. '.repeat(1500)}</p>\n`),
  'big-blob': (response, counter) => stream(response, counter, `<script>${'x'.repeat(4000)}`),
  pdf: (response) => send(response, 200, 'application/pdf', '%PDF-1.7\n%âãÏÓ\n1 0 obj'),
  garbage: (response) =>
    send(response, 200, 'text/html', Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 37) % 256))),
  latin1: async (response) => {
    const page = (await readFile(join(ARTICLES, 'huerto.html'), 'utf8')).replace('<meta charset="utf-8">', '');
    send(response, 200, 'text/html; charset=ISO-8859-1', Buffer.from(page, 'latin1'));
  },
  'windows-1252-meta': (response) =>
    send(
      response,
      200,
      'text/html',
      Buffer.from(page('windows-1252', 'Crème brûlée costs 5 \u0080 at the café'), 'latin1'),
    ),
  utf16: (response) =>
    send(response, 200, 'text/html', Buffer.from(`\ufeff${page('utf-16', 'A page in sixteen bits')}`, 'utf16le')),
  'shift-jis': (response) =>
    send(
      response,
      200,
      'text/html; charset=Shift_JIS',
      Buffer.concat([
        Buffer.from('<title>'),
        SHIFT_JIS_BREAD,
        Buffer.from('</title><p>'),
        SHIFT_JIS_BREAD,
        Buffer.from(FILLER),
      ]),
    ),
  empty: (response) => send(response, 200, 'text/html', ''),
  'no-article': (response) =>
    send(response, 200, 'text/html', '<html><body><div id="root"></div><script>1</script></body></html>'),
  plain: (response) =>
    send(response, 200, 'text/plain; charset=utf-8', `Notes on coffee\n\n${'Water is most of the cup. '.repeat(12)}`),
  slow: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<p>The rest of this page never comes.');
  },
  stalled: () => {},
  403: (response) => send(response, 403, 'text/html', 'Forbidden'),
  500: (response) => send(response, 500, 'text/html', 'Oops'),
  redirect: (response) => redirect(response, '/sourdough.html'),
  'redirect-loop': (response) => redirect(response, '/redirect-loop'),
  'redirect-file': (response) => redirect(response, 'file:///etc/passwd'),
  'redirect-nowhere': (response) => {
    response.writeHead(302).end();
  },
  cut: (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
    response.write('<p>Half', () => response.destroy());
  },
};

/** パン, the Japanese for bread. */
const SHIFT_JIS_BREAD = Buffer.from([0x83, 0x70, 0x83, 0x93]);
const FILLER = `${'A loaf needs flour, water, salt and patience. '.repeat(12)}</p>`;

function page(charset: string, title: string): string {
  return `<html><head><meta charset="${charset}"><title>${title}</title></head><body><article><h1>${title}</h1><p>${title}. ${FILLER}</article></body></html>`;
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end();
}

async function stream(response: ServerResponse, counter: { sent: number }, chunk: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  const block = chunk.repeat(Math.ceil(65_536 / chunk.length));
  await pipeline(function* () {
    yield '<html><head><title>A very long page about bread</title></head><body><article><h1>Bread</h1>';
    for (let sent = 0; sent < BIG_PAGE_BYTES; sent += block.length) {
      counter.sent += block.length;
      yield block;
    }
  }, response).catch(() => {
    // The reader has disconnected, which is what this route tests.
  });
}
