/** Wrong passwords allowed per WINDOW_MS for one e-mail address. */
const MOST_WRONG = 10;
const WINDOW_MS = 60_000;
/** Size limit of each map below; the least recently used entries are dropped first. */
const MOST_KEPT = 10_000;
/** The longest address that an account can have. */
const EMAIL_MAX_LENGTH = 254;

/** `address` is the remote address of the client. `isAccount`: an account with this e-mail address exists. */
type SignIn = { email: string; address: string | undefined; isAccount: boolean };

/** One attempt to sign in. `settle` is called with its outcome: only wrong passwords count. */
export type SignInAttempt = { settle(outcome: 'right' | 'wrong' | 'other'): void };

/**
 * Limits password guessing: after ten wrong passwords in a minute for an e-mail address, the next attempt must wait
 * until the oldest is a minute old. Refused attempts do not count, so an account is never locked for longer than a
 * minute at a time. Attempts are counted per e-mail address, not per remote address, because all programs on a machine
 * share one. But an e-mail address that has signed in from a remote address before has a separate count there, so that
 * guesses from elsewhere do not lock its owner out. `now` is in ms.
 *
 * E-mail addresses without an account are answered the same way, so as not to reveal which exist. They are counted
 * separately, so that trying thousands of them cannot evict an account's count.
 */
export function signInThrottle(now: () => number) {
  const ofAccounts = new Map<string, number[]>();
  const ofOthers = new Map<string, number[]>();
  const signedIn = new Map<string, true>();

  /** Times of the wrong passwords within the window; attempts in progress count as wrong. */
  const recent = (wrong: Map<string, number[]>, key: string): number[] =>
    (wrong.get(key) ?? []).filter((at) => at > now() - WINDOW_MS);

  const forget = (wrong: Map<string, number[]>, key: string, time: number) => {
    const times = recent(wrong, key);
    const at = times.indexOf(time);
    if (at >= 0) times.splice(at, 1);
    if (times.length > 0) wrong.set(key, times);
    else wrong.delete(key);
  };

  /** Begins an attempt, or returns the number of seconds to wait before the next one. */
  return ({ email, address, isAccount }: SignIn): SignInAttempt | { retryAfterSeconds: number } => {
    const owner = email.trim().toLowerCase().slice(0, EMAIL_MAX_LENGTH);
    const pair = `${address ?? ''} ${owner}`;
    const key = signedIn.has(pair) ? `here ${pair}` : `email ${owner}`;
    const wrong = isAccount ? ofAccounts : ofOthers;
    const times = recent(wrong, key);
    const wait = times.length < MOST_WRONG ? 0 : (times[0] ?? 0) + WINDOW_MS - now();
    if (wait > 0) return { retryAfterSeconds: Math.ceil(wait / 1000) };
    const time = now();
    keepNewest(wrong, key, [...times, time]);
    return {
      settle(outcome) {
        if (outcome === 'right') keepNewest(signedIn, pair, true);
        if (outcome !== 'wrong') forget(wrong, key, time);
      },
    };
  };
}

/** Sets an entry as the newest, and drops the oldest if the map exceeds MOST_KEPT. */
function keepNewest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_KEPT && oldest !== undefined) map.delete(oldest);
}
