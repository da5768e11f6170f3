import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A visitor with a `sessionid` issued here is logged in. */
export type Visitors = {
  /** Issues a session, like a log-in. */
  issue(): string;
  /** Ends every session, like "log out everywhere". */
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

/** The value of a cookie in a request. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}
