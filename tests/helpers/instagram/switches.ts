export const LANGUAGES = ['en', 'de', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * `rail`: navigation in a side column, without a `nav`, as on a desktop. `bar`: a `nav` at the bottom, other nesting
 * and another API, as on a phone.
 */
export const LAYOUTS = ['rail', 'bar'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Pages between a user and the feed, by what they demand. */
export const STOP_PAGES = {
  challenge: '/challenge/action/AXH1cOdE0nc3/?next=/',
  two_factor: '/accounts/login/two_factor/?two_factor_identifier=AXH1cOdE0nc3',
} as const;
/** The one-time code in some of those addresses, which no log may contain. */
export const ONE_TIME_CODE = 'AXH1cOdE0nc3';

/** The API's responses in place of posts. */
export const STOP_ANSWERS = {
  too_many_requests: { status: 429, body: { message: 'rate limited', status: 'fail' } },
  feedback_with_200: {
    status: 200,
    body: { message: 'feedback_required', spam: true, feedback_title: 'Try Again Later', status: 'fail' },
  },
} as const;

/**
 * Ends of a session without a stop page: the newer log-in form at `/`, and a cookie that is removed while the page
 * stays the same.
 */
export const LOG_OUTS = ['newer_login', 'session_gone'] as const;
export type LogOut = (typeof LOG_OUTS)[number];

/**
 * What goes wrong on the site: all responses, or only the API's, report a server error; a page is a bare 429 whose body
 * comes after its headers; a script never ends.
 */
export const FAULTS = ['server_error', 'api_error', 'bare_429', 'endless_loop'] as const;
export type Fault = (typeof FAULTS)[number];

/** Things on a page that block nobody (client/extras.js). */
export const EXTRAS = [
  'splash',
  'card',
  'app_banner',
  'toast',
  'tooltip',
  'hover_card',
  'cookie_sheet',
  'late_cookies',
] as const;
export type Extra = (typeof EXTRAS)[number];

export type StopPage = keyof typeof STOP_PAGES;
export type StopAnswer = keyof typeof STOP_ANSWERS;
export type StopDialog = 'try_again_later' | 'action_blocked' | 'wait_a_few_minutes';
export type Stop = StopPage | StopAnswer | StopDialog;

/** What an Instagram can be made to do. All of it may change while a visitor looks at its pages. */
export type Switches = {
  language: Language;
  layout: Layout;
  /** What stops the visitor, and when: at the first request, or after this many posts. */
  stop: { by: Stop | 'notice' | LogOut | Fault; after: number } | null;
  /**
   * "Action Blocked" covers the cookie question as soon as the pointer reaches the declining button, with a button in
   * the same place.
   */
  trap: boolean;
  extras: readonly Extra[];
  /** Questions for the visitor, all at once, until they are answered. */
  dialogs: readonly ('cookies' | 'notifications')[];
  /** "Save your login info?" before the feed, once per visit to it. */
  onetap: boolean;
  /** How many posts the feed has; with Infinity it never ends. */
  posts: number;
  /** Every `videoEvery`th post is a video; 0 for none. */
  videoEvery: number;
  /** How many people have stories. */
  stories: number;
  /** Whether the row of stories in layout `rail` has a `<button role="menuitem">` for each. */
  hasStoryButtons: boolean;
  /** Whether posts are `article` elements, as they have always been. */
  hasArticles: boolean;
  /** Whether pages get the script that draws them; without it they stay empty. */
  hasScript: boolean;
  /** Cuts every connection, old and new. */
  offline: boolean;
  /** Requests a code after the password. */
  twoFactor: boolean;
};

export const ORDINARY: Switches = {
  language: 'en',
  layout: 'rail',
  stop: null,
  trap: false,
  extras: [],
  dialogs: [],
  onetap: false,
  posts: Number.POSITIVE_INFINITY,
  videoEvery: 4,
  stories: 5,
  hasStoryButtons: false,
  hasArticles: true,
  hasScript: true,
  offline: false,
  twoFactor: false,
};

type AnyStop = NonNullable<Switches['stop']>['by'];
export const isStopPage = (stop: AnyStop): stop is StopPage => stop in STOP_PAGES;
export const isStopAnswer = (stop: AnyStop): stop is StopAnswer => stop in STOP_ANSWERS;
