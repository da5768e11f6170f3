export const LANGUAGES = ['en', 'de', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `rail`: navigation in a side column, without a `nav`, as on a desktop. `bar`: a `nav` at the bottom, other nesting and another API, as on a phone. */
export const LAYOUTS = ['rail', 'bar'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Pages that stand between a person and the feed, by what they want. */
export const STOP_PAGES = {
  login: '/accounts/login/',
  challenge: '/challenge/action/AXH1cOdE0nc3/?next=/',
  checkpoint: '/checkpoint/1501092823525282/?code=AXH1cOdE0nc3',
  two_factor: '/accounts/login/two_factor/?two_factor_identifier=AXH1cOdE0nc3',
  suspended: '/accounts/suspended/',
  disabled: '/accounts/disabled/',
} as const;
/** The one-time code in some of those addresses: no log may hold it. */
export const ONE_TIME_CODE = 'AXH1cOdE0nc3';

/** What the API answers in place of posts. */
export const STOP_ANSWERS = {
  feedback_required: { status: 400, body: { message: 'feedback_required', spam: true, status: 'fail' } },
  checkpoint_required: { status: 400, body: { message: 'checkpoint_required', lock: true, status: 'fail' } },
  challenge_required: { status: 400, body: { message: '', error_type: 'challenge_required', status: 'fail' } },
  too_many_requests: { status: 429, body: { message: 'rate limited', status: 'fail' } },
} as const;

export type StopPage = keyof typeof STOP_PAGES;
export type StopAnswer = keyof typeof STOP_ANSWERS;
export type StopDialog = 'try_again_later' | 'action_blocked' | 'wait_a_few_minutes';
export type Stop = StopPage | StopAnswer | StopDialog;

/** What an Instagram can be asked to do. All of it may change while somebody looks at its pages. */
export type Switches = {
  language: Language;
  layout: Layout;
  /** Who is stopped, and when: from the first request, after so many posts, or at the first like. */
  stop: { by: Stop; after: number | 'like' } | null;
  /** Asked of whoever comes, all at once, until they are answered. */
  dialogs: readonly ('cookies' | 'notifications')[];
  /** "Save your login info?" before the feed, once per visit to it. */
  onetap: boolean;
  /** How many posts the feed has; Infinity never ends. */
  posts: number;
  /** Every how many posts one is a video; 0 for none. */
  videoEvery: number;
  /** How many people have stories. */
  stories: number;
  /** How long an answer takes to begin, in milliseconds. */
  delayMs: number;
  /** Every connection is cut, old ones and new. */
  offline: boolean;
  /** A code is asked for after the password. */
  twoFactor: boolean;
};

export const ORDINARY: Switches = {
  language: 'en',
  layout: 'rail',
  stop: null,
  dialogs: [],
  onetap: false,
  posts: Number.POSITIVE_INFINITY,
  videoEvery: 4,
  stories: 5,
  delayMs: 0,
  offline: false,
  twoFactor: false,
};

export const isStopPage = (stop: Stop): stop is StopPage => stop in STOP_PAGES;
export const isStopAnswer = (stop: Stop): stop is StopAnswer => stop in STOP_ANSWERS;
