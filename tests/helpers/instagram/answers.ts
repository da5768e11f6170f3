import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { answerApi } from './api.ts';
import type { Site } from './imitation.ts';
import { logIn } from './log-in.ts';
import { type Page, pageOf } from './pages.ts';

/** The script that draws the pages of signed-in visitors (documents.ts). */
export const SCRIPT = '/static/main.js';

const API = /^\/(api\/v1|graphql\/query)\//;
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#789"/><circle cx="2" cy="2" r="1" fill="#fc6"/></svg>';

/** Answers any request to the imitation. */
export async function answer(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback');
  if (site.switches.offline) request.socket.destroy();
  else if (pathname === SCRIPT && !site.switches.hasScript) send(response, 200, 'text/javascript', '');
  else if (pathname.startsWith('/static/')) await sendScript(response, pathname);
  else if (pathname.startsWith('/media/')) send(response, 200, 'image/svg+xml', PICTURE);
  else if (pathname.startsWith('/api/v1/web/accounts/login/')) {
    const { body, cookies } = logIn(new URLSearchParams(await text(request)), pathname, site);
    sendJson(response.setHeader('set-cookie', cookies), 200, body);
  } else if (!API.test(pathname)) await sendPage(response, pageOf(pathname, request, site));
  else if (!isLetIn(request, site)) sendJson(response, 401, { message: 'login_required', status: 'fail' });
  else {
    const { status, body } = answerApi(request.method ?? 'GET', pathname, searchParams, site);
    // The cookie is removed, and everything else stays the same.
    if (isForgotten(site)) response.setHeader('set-cookie', 'sessionid=; Path=/; Max-Age=0; HttpOnly');
    sendJson(response, status, body);
  }
}

const isForgotten = ({ switches, visit }: Site) => visit.stopOf(switches) === 'session_gone';
const isLetIn = (request: IncomingMessage, site: Site) => site.visitors.isKnown(request) || isForgotten(site);

async function sendPage(response: ServerResponse, page: Page): Promise<void> {
  if ('redirect' in page) response.writeHead(302, { location: page.redirect }).end();
  else {
    if (page.lateMs) {
      response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8' }).flushHeaders();
      await delay(page.lateMs);
      response.end(page.html);
      return;
    }
    if (page.cookie) response.setHeader('set-cookie', page.cookie);
    send(response, page.status ?? 200, 'text/html; charset=utf-8', page.html);
  }
}

async function sendScript(response: ServerResponse, path: string): Promise<void> {
  const name = /^\/static\/([a-z-]+\.js)$/.exec(path)?.[1];
  if (!name) send(response, 404, 'text/plain', '');
  else send(response, 200, 'text/javascript', await readFile(join(import.meta.dirname, 'client', name)));
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
