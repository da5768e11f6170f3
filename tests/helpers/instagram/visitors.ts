import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whoever comes with a `sessionid` that was issued here is logged in. */
export type Visitors = {
  /** Issues a session as a log-in does. */
  issue(): string;
  /** Ends every session, as "log out everywhere" does. */
  forgetAll(): void;
  isKnown(request: IncomingMessage): boolean;
};

export function createVisitors(): Visitors {
  const sessions = new Set<string>();
  return {
    issue() {
      const sessionId = `${Math.trunc(Math.random() * 1e10)}%3A${randomBytes(12).toString('hex')}%3A1`;
      sessions.add(sessionId);
      return sessionId;
    },
    forgetAll: () => sessions.clear(),
    isKnown: (request) => sessions.has(cookieOf(request, 'sessionid') ?? ''),
  };
}

/** The value of a cookie that came with a request. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}
