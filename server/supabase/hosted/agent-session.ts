import type { Logger } from 'pino';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { memberRightsOf } from './callers.ts';
import { asAnswer, ask, fetchWhole, type Project, unreachable } from './project.ts';
import { readSession, type StoredSession, signInAgain, writeSession } from './stored-session.ts';

/** A token that expires sooner is refreshed first, because a request may take this long. */
const RENEW_BEFORE_MS = 60_000;
/** How often membership is checked: to non-members, a project looks empty rather than forbidden. */
const MEMBER_LOOK_MS = 30_000;
/** How often the file of an ended session is read again, to pick up a new sign-in. */
const FILE_LOOK_MS = 1_000;
const REQUEST_TIMEOUT_MS = 10_000;

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });

/** Parses Supabase's answer to a sign-in or refresh; null if it has no tokens. */
export function sessionIn(body: unknown, now: number): StoredSession | null {
  const { data } = tokensSchema.safeParse(body);
  if (!data) return null;
  const expiresAt = now + data.expires_in * 1000;
  return { accessToken: data.access_token, refreshToken: data.refresh_token, expiresAt, ended: null };
}

/** Requests tokens from the project's auth server. AppError unavailable when it does not answer, or has an error. */
export async function askForTokens(
  project: Project,
  grant: 'password' | 'refresh_token',
  body: object,
): Promise<Response> {
  const answer = await fetchWhole(`${project.url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: project.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unreachable(project, error);
  });
  if (answer.ok || REFUSALS.includes(answer.status)) return answer;
  throw unreachable(project, new Error(`status ${answer.status}`));
}

/** Supabase's statuses for wrong credentials, and for a used or revoked refresh token. */
const REFUSALS = [400, 401, 403, 422];

/** The session with which a linked agent works in the user's own project. */
export type AgentSession = {
  /** A fetch for supabase-js that acts as the member. Answers 401 with the remedy once the session has ended. */
  fetch: typeof fetch;
  /** The member's access token. AppError unauthorized once the session has ended, unavailable without an answer. */
  token(): Promise<string>;
  /** Why the session has ended, as a sentence with the remedy; null while it is valid. */
  problem(): string | null;
};

/**
 * Opens the session of a linked data directory. It is refreshed before it expires, and new tokens are stored before
 * they are used, so that a killed agent does not lose them. The file of an ended session is read again to pick up a new
 * sign-in.
 */
export async function openAgentSession(
  dataDir: string,
  project: Project,
  log: Logger,
  now: () => number = Date.now,
): Promise<AgentSession> {
  let session = await readSession(dataDir);
  let memberSince = Number.NEGATIVE_INFINITY;
  let fileReadAt = now();
  let checking: Promise<StoredSession> | undefined;

  const end = async (ended: NonNullable<StoredSession['ended']>): Promise<never> => {
    if (session && session.ended !== ended) {
      session = { ...session, ended };
      await writeSession(dataDir, session).catch((err: unknown) => log.warn({ err }, 'the session was not written'));
      log.warn(signInAgain(project.url, ended));
    }
    throw new AppError('unauthorized', signInAgain(project.url, ended));
  };

  /** Loads a session that `local-agent link` has written since. */
  const readAgain = async () => {
    fileReadAt = now();
    const stored = await readSession(dataDir);
    if (!stored || stored.refreshToken === session?.refreshToken) return;
    session = stored;
    memberSince = Number.NEGATIVE_INFINITY;
  };

  const renew = async (): Promise<StoredSession> => {
    await readAgain();
    if (!session || session.ended === 'refused') return end('refused');
    if (session.expiresAt > now() + RENEW_BEFORE_MS) return session;
    const { refreshToken } = session;
    const answer = await askForTokens(project, 'refresh_token', { refresh_token: refreshToken });
    const renewed = answer.ok ? sessionIn(await answer.json().catch(() => null), now()) : null;
    if (!renewed) return end('refused');
    await writeSession(dataDir, renewed);
    session = renewed;
    return renewed;
  };

  const check = async (): Promise<StoredSession> => {
    const waits = session?.ended !== null;
    if (waits && now() - fileReadAt >= FILE_LOOK_MS) await readAgain();
    if (!session || session.ended === 'refused') return end('refused');
    const current = session.expiresAt > now() + RENEW_BEFORE_MS ? session : await renew();
    if (now() - memberSince < MEMBER_LOOK_MS) return current;
    const answer = await ask(project, {
      path: '/rest/v1/rpc/member_rights',
      method: 'POST',
      token: current.accessToken,
    });
    if (answer.status === 401) {
      session = { ...current, expiresAt: 0 };
      return await renew();
    }
    if (answer.ok && (await memberRightsOf(answer)) === null) return end('removed');
    if (!answer.ok) throw unreachable(project, new Error(`status ${answer.status}`));
    memberSince = now();
    if (current.ended === null) return current;
    session = { ...current, ended: null };
    await writeSession(dataDir, session);
    return session;
  };

  /** Runs one check at a time, because a refresh token can be used only once. */
  const good = (): Promise<StoredSession> => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };

  const token = async () => (await good()).accessToken;

  return {
    token,
    problem: () => (session?.ended === null ? null : signInAgain(project.url, session?.ended ?? 'refused')),
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      const send = async () => {
        headers.set('Authorization', `Bearer ${await token()}`);
        return fetch(input, { ...init, headers });
      };
      try {
        const answer = await send();
        if (answer.status !== 401 || !session || init?.body instanceof ReadableStream) return answer;
        // The token was revoked early: check again at once to find out why.
        memberSince = Number.NEGATIVE_INFINITY;
        return await send();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return asAnswer(error);
      }
    },
  };
}
