import type { WarmupReason } from '../../shared/accounts/warmup.ts';
import { parseUrl } from '../../shared/web/parse-url.ts';

/** All that we know about Instagram's web pages. If the site changes, update this file. */

export const PATHS = {
  feed: '/',
  reels: '/reels/',
  explore: '/explore/',
  login: '/accounts/login/',
  /** "Save your login info?", after a log-in. */
  onetap: '/accounts/onetap/',
  /** Followed by the user name. */
  stories: '/stories/',
} as const;

/** Every logged-in session has this cookie. */
export const SESSION_COOKIE = 'sessionid';

/** Language-neutral: roles, elements and addresses, because labels are translated. */
export const SELECTORS = {
  /** Elements that only a logged-in navigation has; every layout has one of them. */
  navigation: 'a[href="/direct/inbox/"], a[href="/explore/"]',
  /** Every log-in form has one, at /accounts/login/ and the newer one at /; no other visited page has. */
  password: 'input[type="password"], input[name="password"], input[name="pass"]',
  field: 'input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="submit"], [type="button"]), textarea',
  dialog: '[role="dialog"], [role="alertdialog"], [aria-modal="true"], dialog[open]',
  /** Dialogs that declare themselves modal. */
  modal: '[role="alertdialog"], [aria-modal="true"], dialog:modal',
  button: 'button, [role="button"]',
  /** Elements that are behind every dialog. */
  content: 'main, a[href="/direct/inbox/"], a[href="/explore/"]',
  post: 'main article',
  postLink: 'a[href*="/p/"], a[href*="/reel/"]',
  /** Only counts with a picture inside, and outside of posts and dialogs. */
  story: '[role="menu"] [role="button"], [role="menu"] button, button[role="menuitem"], a[href^="/stories/"]',
  storyPicture: 'canvas, img',
  reel: 'main video',
  gridPost: 'main a[href*="/p/"]',
  /** Marks content that is still loading. */
  loading: '[role="progressbar"], [aria-busy="true"], [data-visualcompletion="loading-state"]',
} as const;

/** API paths whose responses reveal the state of a session. */
export const API_PATHS = /^\/(api\/v1\/|graphql\/query|api\/graphql)/;

/** The addresses that a warm-up visits. */
const VISITED_PATHS = /^\/($|(explore|reels?|stories|p)(\/|$)|accounts\/onetap(\/|$))/;

/** The paths where the visit itself opens full-window pictures: stories, Reels and single posts. */
export const VIEWER_PATHS = /^\/(stories|reels?|p)\//;

/** Ends of a session that Instagram causes. */
export type StopSignal = Extract<
  WarmupReason,
  | 'login'
  | 'challenge'
  | 'checkpoint'
  | 'two_factor'
  | 'suspended'
  | 'disabled'
  | 'feedback_required'
  | 'rate_limited'
  | 'try_again_later'
  | 'action_blocked'
>;

/** Stop signals by path; the first match counts, since two-factor pages are below /accounts/login/. */
const STOP_PATHS: readonly [RegExp, StopSignal][] = [
  [/two_factor/, 'two_factor'],
  [/^\/challenge(\/|$)/, 'challenge'],
  [/^\/auth_platform(\/|$)/, 'challenge'],
  [/^\/checkpoint(\/|$)/, 'checkpoint'],
  [/^\/accounts\/login(\/|$)/, 'login'],
  [/^\/accounts\/suspended(\/|$)/, 'suspended'],
  [/^\/accounts\/disabled(\/|$)/, 'disabled'],
];

/** The stop signal of an address; null for an ordinary or invalid one. */
export function stopOfAddress(address: string): StopSignal | null {
  const path = parseUrl(address)?.pathname ?? '';
  return STOP_PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

export function isVisitedAddress(address: string): boolean {
  return VISITED_PATHS.test(parseUrl(address)?.pathname ?? '');
}

/**
 * Cuts the addresses of challenges, checkpoints and second factors, since one-time codes must not be logged.
 */
export function withoutCodes(text: string): string {
  return text.replace(/(\/(?:challenge|auth_platform|checkpoint|[\w/]*two_factor)\b)[^\s"'<>)]*/gi, '$1/…');
}
