import type { WarmupReason } from '../../shared/accounts/warmup.ts';

/** Everything that is known of Instagram's web pages. When the site changes, this is the file to correct. */

export const PATHS = {
  feed: '/',
  reels: '/reels/',
  explore: '/explore/',
  login: '/accounts/login/',
  /** "Save your login info?", which follows a log-in. */
  onetap: '/accounts/onetap/',
  /** Followed by whose they are. */
  stories: '/stories/',
} as const;

/** The cookie without which nobody is logged in. */
export const SESSION_COOKIE = 'sessionid';

/** Language-neutral: roles, elements and addresses, because labels are translated. */
export const SELECTORS = {
  /** What only the navigation of a logged-in person has; every layout has one of them. */
  navigation: 'a[href="/direct/inbox/"], a[href="/explore/"]',
  /**
   * Each log-in form has one, the one at /accounts/login/ and the newer one at /; no page that is visited has any
   * other.
   */
  password: 'input[type="password"], input[name="password"], input[name="pass"]',
  /** A field that one types into. */
  field: 'input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="submit"], [type="button"]), textarea',
  dialog: '[role="dialog"], [role="alertdialog"], [aria-modal="true"], dialog[open]',
  /** Dialogs that say themselves that one cannot get past them. */
  modal: '[role="alertdialog"], [aria-modal="true"], dialog:modal',
  button: 'button, [role="button"]',
  /** What lies behind every dialog. */
  content: 'main, a[href="/direct/inbox/"], a[href="/explore/"]',
  post: 'main article',
  postLink: 'a[href*="/p/"], a[href*="/reel/"]',
  /** Only where it holds a picture, and outside of posts and dialogs. */
  story: '[role="menu"] [role="button"], [role="menu"] button, button[role="menuitem"], a[href^="/stories/"]',
  storyPicture: 'canvas, img',
  reel: 'main video',
  gridPost: 'main a[href*="/p/"]',
  /** It is not all there yet. */
  loading: '[role="progressbar"], [aria-busy="true"], [data-visualcompletion="loading-state"]',
} as const;

/** The answers of these paths tell what Instagram thinks of a session. */
export const API_PATHS = /^\/(api\/v1\/|graphql\/query|api\/graphql)/;

/** The addresses that a warm-up comes to. */
const VISITED_PATHS = /^\/($|(explore|reels?|stories|p)(\/|$)|accounts\/onetap(\/|$))/;

/** Where what fills the window and shows pictures was opened by the visit itself: stories, Reels and single posts. */
export const VIEWER_PATHS = /^\/(stories|reels?|p)\//;

/** Ends of a session that Instagram itself brings about. */
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

/** Stop signals by path; the first that fits counts, since a second factor is asked for below /accounts/login/. */
const STOP_PATHS: readonly [RegExp, StopSignal][] = [
  [/two_factor/, 'two_factor'],
  [/^\/challenge(\/|$)/, 'challenge'],
  [/^\/auth_platform(\/|$)/, 'challenge'],
  [/^\/checkpoint(\/|$)/, 'checkpoint'],
  [/^\/accounts\/login(\/|$)/, 'login'],
  [/^\/accounts\/suspended(\/|$)/, 'suspended'],
  [/^\/accounts\/disabled(\/|$)/, 'disabled'],
];

/** The stop signal of an address; null when it is an ordinary page, or no address. */
export function stopOfAddress(address: string): StopSignal | null {
  const path = URL.canParse(address) ? new URL(address).pathname : '';
  return STOP_PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Is this one of the addresses that a warm-up comes to? */
export function isVisitedAddress(address: string): boolean {
  return URL.canParse(address) && VISITED_PATHS.test(new URL(address).pathname);
}

/**
 * The same text without what follows in addresses of challenges, checkpoints and second factors: one-time codes have no
 * place in a log.
 */
export function withoutCodes(text: string): string {
  return text.replace(/(\/(?:challenge|auth_platform|checkpoint|[\w/]*two_factor)\b)[^\s"'<>)]*/gi, '$1/…');
}
