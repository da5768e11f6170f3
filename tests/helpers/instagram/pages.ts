import type { IncomingMessage } from 'node:http';
import {
  appDocument,
  errorDocument,
  loginDocument,
  newerLoginDocument,
  onetapDocument,
  stopDocument,
  twoFactorDocument,
} from './documents.ts';
import type { Site } from './imitation.ts';
import { isStopPage, STOP_PAGES, type StopPage } from './switches.ts';
import { cookieOf } from './visitors.ts';

/** `lateMs`: how long after its headers a page's body is sent. */
export type Page = { html: string; status?: number; cookie?: string; lateMs?: number } | { redirect: string };

/** The first match counts: a second factor is requested below /accounts/login/. */
const STOP_PATHS: readonly [RegExp, StopPage | 'login'][] = [
  [/two_factor/, 'two_factor'],
  [/^\/accounts\/login\//, 'login'],
  [/^\/challenge\//, 'challenge'],
];
/** Red, so that a screenshot distinguishes it from an empty page. */
const BARE_429 = '<body style="background: rgb(200 0 0)">429 Too Many Requests</body>';
/** Paths that only signed-in users see; all others do not exist. */
const APP = /^\/($|reels?\/|explore\/|stories\/|p\/|direct\/inbox\/|accounts\/edit\/)/;

/** The page of a path for the visitor who requests it. Stop pages and "Save your login info?" are public. */
export function pageOf(path: string, request: IncomingMessage, site: Site): Page {
  const { switches } = site;
  const stopPage = STOP_PATHS.find(([pattern]) => pattern.test(path))?.[1];
  if (stopPage === 'login') return { html: loginDocument(switches) };
  if (stopPage === 'two_factor') return { html: twoFactorDocument(switches) };
  if (stopPage) return { html: stopDocument(switches, stopPage) };
  if (path === '/accounts/onetap/') return { html: onetapDocument(switches), cookie: 'onetap=asked; Path=/' };
  if (!APP.test(path)) return { html: '<h1>404</h1>', status: 404 };
  return appPageOf(path, request, site);
}

function appPageOf(path: string, request: IncomingMessage, { switches, visit, visitors }: Site): Page {
  if (switches.stop?.by === 'session_gone' && visit.stopOf(switches)) return { html: appDocument(switches) };
  if (!visitors.isKnown(request)) return { redirect: `/accounts/login/?next=${encodeURIComponent(path)}` };
  if (path === '/') visit.begin();
  const stop = visit.stopOf(switches);
  if (stop && isStopPage(stop)) return { redirect: STOP_PAGES[stop] };
  if (stop === 'newer_login') return { html: newerLoginDocument(switches) };
  if (stop === 'server_error') return { html: errorDocument(switches), status: 500 };
  if (stop === 'bare_429') return { html: BARE_429, status: 429, lateMs: 500 };
  if (path === '/' && switches.onetap && !cookieOf(request, 'onetap')) return { redirect: '/accounts/onetap/' };
  const dialogs = switches.dialogs.filter((dialog) => !cookieOf(request, `answered_${dialog}`));
  return { html: appDocument({ ...switches, dialogs }) };
}
