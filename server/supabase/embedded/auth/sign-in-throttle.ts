/** Wrong passwords in WINDOW_MS for one e-mail address. */
const MOST_WRONG = 10;
const WINDOW_MS = 60_000;
/** Invented e-mail addresses, and places of sign-ins, that are remembered; the ones used longest ago are forgotten first. */
const MOST_KEPT = 10_000;
/** No account has a longer address. */
const EMAIL_MAX_LENGTH = 254;

/** Who tries to sign in, and from which remote address. `isAccount`: there is an account of this address. */
type SignIn = { email: string; address: string | undefined; isAccount: boolean };

/** One attempt to sign in. `settle` is called with its outcome: only wrong passwords count. */
export type SignInAttempt = { settle(outcome: 'right' | 'wrong' | 'other'): void };

/**
 * Limits guesses of passwords: after ten wrong ones in a minute for an e-mail address, the next has to wait until the
 * oldest is a minute old. Refused attempts do not count, so an account is never locked for longer than a minute at a
 * time. Only its own wrong passwords lock an account: all programs of a machine come from one remote address, so that
 * one is not counted. An e-mail address that has signed in from a remote address before is counted apart there: guesses
 * from elsewhere do not lock its owner out. `now` is in ms.
 *
 * Addresses without an account are answered alike, so as not to reveal which exist. They are counted apart, so
 * that inventing thousands of them makes no account's count forgotten.
 */
export function signInThrottle(now: () => number) {
  const ofAccounts = new Map<string, number[]>();
  const ofOthers = new Map<string, number[]>();
  const signedIn = new Map<string, true>();

  /** Times of the wrong passwords within the window; those under way count as wrong. */
  const recent = (wrong: Map<string, number[]>, key: string): number[] =>
    (wrong.get(key) ?? []).filter((at) => at > now() - WINDOW_MS);

  const forget = (wrong: Map<string, number[]>, key: string, time: number) => {
    const times = recent(wrong, key);
    const at = times.indexOf(time);
    if (at >= 0) times.splice(at, 1);
    if (times.length > 0) wrong.set(key, times);
    else wrong.delete(key);
  };

  /** Begins an attempt, or says after how many seconds the next may begin. */
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

/** Sets an entry as the newest of a map that holds MOST_KEPT. */
function keepNewest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_KEPT && oldest !== undefined) map.delete(oldest);
}
