import type { WarmupReason } from '../../shared/warmup.ts';

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
  /** Both together are the log-in form, wherever it is shown. */
  loginName: 'input[name="username"]',
  loginPassword: 'input[name="password"]',
  dialog: '[role="dialog"]',
  button: 'button, [role="button"]',
  post: 'main article',
  postLink: 'a[href*="/p/"], a[href*="/reel/"]',
  /** Only where it holds a picture, and outside of posts. */
  story: '[role="menu"] [role="button"], a[href^="/stories/"]',
  storyPicture: 'canvas, img',
  reel: 'main video',
  gridPost: 'main a[href*="/p/"]',
} as const;

/** The answers of these paths tell what Instagram thinks of a session. */
export const API_PATHS = /^\/(api\/v1\/|graphql\/query|api\/graphql)/;

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

/** Stop signals by the `message` or `error_type` of an API answer with status 400. */
const STOP_ANSWERS: ReadonlyMap<unknown, StopSignal> = new Map([
  ['feedback_required', 'feedback_required'],
  ['checkpoint_required', 'checkpoint'],
  ['challenge_required', 'challenge'],
]);

/**
 * Stop signals by what a dialog, or a page with little else, says: en, de, es, fr, pt, ja. The first that fits counts: "Action Blocked" goes on with
 * "Try again later".
 */
const STOP_WORDS: readonly [StopSignal, readonly string[]][] = [
  [
    'action_blocked',
    [
      'Action Blocked',
      'This action was blocked',
      'Aktion blockiert',
      'Handlung blockiert',
      'Acción bloqueada',
      'Action bloquée',
      'Ação bloqueada',
      'Acção bloqueada',
      'アクションがブロックされました',
      '操作がブロックされました',
    ],
  ],
  [
    'try_again_later',
    [
      'Try again later',
      'Versuche es später noch einmal',
      'Versuche es später erneut',
      'Vuelve a intentarlo más tarde',
      'Inténtalo de nuevo más tarde',
      'Inténtalo más tarde',
      'Réessayez plus tard',
      'Réessayer plus tard',
      'Veuillez réessayer ultérieurement',
      'Tente novamente mais tarde',
      'Tenta novamente mais tarde',
      '後でもう一度お試しください',
      '後でもう一度実行してください',
    ],
  ],
  [
    'rate_limited',
    [
      'Please wait a few minutes',
      'Bitte warte einige Minuten',
      'Bitte warte ein paar Minuten',
      'Espera unos minutos',
      'Veuillez patienter quelques minutes',
      'Patientez quelques minutes',
      'Aguarde alguns minutos',
      'Espere alguns minutos',
      '数分待って',
      '数分後にもう一度',
      '数分お待ち',
    ],
  ],
];

/** The buttons that close harmless dialogs, by their whole label: cookies are declined, everything else is "not now". en, de, es, fr, pt, ja. */
export const HARMLESS_BUTTONS: readonly string[] = [
  'Decline optional cookies',
  'Only allow essential cookies',
  'Not now',
  'Optionale Cookies ablehnen',
  'Nur erforderliche Cookies erlauben',
  'Jetzt nicht',
  'Rechazar cookies opcionales',
  'Permitir solo cookies esenciales',
  'Permitir solo cookies necesarias',
  'Ahora no',
  'Refuser les cookies optionnels',
  'Autoriser uniquement les cookies essentiels',
  'Pas maintenant',
  'Plus tard',
  'Recusar cookies opcionais',
  'Permitir somente cookies essenciais',
  'Permitir apenas cookies essenciais',
  'Agora não',
  'オプションのCookieを拒否',
  '必須のCookieのみを許可',
  '後で',
  '今はしない',
];

/** The form in which words are compared: without regard to case, accents, kinds of apostrophes and of spaces. */
export function plainWords(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The stop signal of an address; null when it is an ordinary page, or no address. */
export function stopOfAddress(address: string): StopSignal | null {
  const path = URL.canParse(address) ? new URL(address).pathname : '';
  return STOP_PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** The stop signal that a text expresses; null when it expresses none. */
export function stopOfWords(text: string): StopSignal | null {
  const said = plainWords(text);
  return STOP_WORDS.find(([, phrases]) => phrases.some((phrase) => said.includes(plainWords(phrase))))?.[0] ?? null;
}

/** The stop signal of an API answer; `body` is its text. */
export function stopOfAnswer(status: number, body: string): StopSignal | null {
  if (status === 429) return 'rate_limited';
  if (status !== 400) return null;
  const { message, error_type } = readAnswer(body);
  return STOP_ANSWERS.get(message) ?? STOP_ANSWERS.get(error_type) ?? null;
}

function readAnswer(body: string): { message?: unknown; error_type?: unknown } {
  try {
    const answer: unknown = JSON.parse(body);
    return answer !== null && typeof answer === 'object' ? answer : {};
  } catch {
    return {};
  }
}

/** The same text without what follows in addresses of challenges, checkpoints and second factors: one-time codes have no place in a log. */
export function withoutCodes(text: string): string {
  return text.replace(/(\/(?:challenge|auth_platform|checkpoint|[\w/]*two_factor)\b)[^\s"'<>)]*/gi, '$1/…');
}
