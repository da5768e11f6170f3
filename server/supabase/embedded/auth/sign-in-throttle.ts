/** Wrong passwords in WINDOW_MS, for one e-mail address and from one remote address. */
const MOST_WRONG = 10;
const WINDOW_MS = 60_000;
/** E-mail and remote addresses that are remembered; the ones used longest ago are forgotten first. */
const MOST_KEPT = 10_000;
/** No account has a longer address. */
const EMAIL_MAX_LENGTH = 254;

/** One attempt to sign in. `settle` is called with its outcome: only wrong passwords count. */
export type SignInAttempt = { settle(outcome: 'right' | 'wrong' | 'other'): void };

/**
 * Limits guesses of passwords: after ten wrong ones in a minute, for an e-mail address or from a remote address, the
 * next has to wait until the oldest is a minute old. Refused attempts do not count, so nobody is locked out for longer
 * than a minute at a time. An e-mail address that has signed in from a remote address before is counted apart there:
 * guesses from elsewhere do not lock its owner out. `now` is in ms.
 */
export function signInThrottle(now: () => number) {
  const wrong = new Map<string, number[]>();
  const signedIn = new Map<string, true>();

  /** Times of the wrong passwords within the window; those under way count as wrong. */
  const recent = (key: string): number[] => (wrong.get(key) ?? []).filter((at) => at > now() - WINDOW_MS);

  const forget = (key: string, time: number) => {
    const times = recent(key);
    const at = times.indexOf(time);
    if (at >= 0) times.splice(at, 1);
    if (times.length > 0) wrong.set(key, times);
    else wrong.delete(key);
  };

  /** Begins an attempt, or says after how many seconds the next may begin. */
  return (email: string, address: string | undefined): SignInAttempt | { retryAfterSeconds: number } => {
    const owner = email.trim().toLowerCase().slice(0, EMAIL_MAX_LENGTH);
    const pair = `${address ?? ''} ${owner}`;
    const keys = [signedIn.has(pair) ? `here ${pair}` : `email ${owner}`];
    if (address) keys.push(`address ${address}`);
    const waits = keys
      .map(recent)
      .map((times) => (times.length < MOST_WRONG ? 0 : (times[0] ?? 0) + WINDOW_MS - now()));
    const wait = Math.max(...waits);
    if (wait > 0) return { retryAfterSeconds: Math.ceil(wait / 1000) };
    const time = now();
    for (const key of keys) keepNewest(wrong, key, [...recent(key), time]);
    return {
      settle(outcome) {
        if (outcome === 'right') keepNewest(signedIn, pair, true);
        if (outcome !== 'wrong') for (const key of keys) forget(key, time);
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
