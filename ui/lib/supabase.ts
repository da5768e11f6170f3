import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createContext, useContext } from 'react';
import { reportFoundContact, reportLostContact } from '@/lib/lost-contact.ts';
import { connectionMessages } from '@/lib/messages.ts';
import { type Renewal, renewSession } from '@/lib/renew-session.ts';
import type { UiConfig } from '../../shared/agent/agent-api.ts';
import type { Database } from '../../shared/workspace/database.ts';

type Bucket = Pick<ReturnType<SupabaseClient['storage']['from']>, 'createSignedUrls' | 'remove'>;

/** The client, with only the storage calls that screens use (storage.ts). */
export type Supabase = Omit<SupabaseClient<Database>, 'storage'> & { storage: { from(bucket: string): Bucket } };

/** The UI's only client: public key, session in local storage with automatic refresh (§4, §6). */
export function createSupabase(config: UiConfig): Supabase {
  const { unreachable, projectUnreachable } = connectionMessages;
  const supabase: Supabase = createClient<Database>(config.supabaseUrl, config.supabaseKey, {
    auth: {
      storageKey: storageKeyOf(config),
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: false,
    },
    global: {
      fetch: backendFetch({
        unreachable: config.mode === 'embedded' ? unreachable : projectUnreachable,
        renew: (refusedToken) => renewSession(supabase.auth, refusedToken),
      }),
    },
  });
  return supabase;
}

/** The key under which the client stores the session in local storage; this is the client's own default. */
function storageKeyOf({ supabaseUrl }: UiConfig): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`;
}

/**
 * Signs out in this browser, in every tab, even if the server does not respond: the client itself would keep a session
 * whose end it cannot report.
 */
export async function signOutHere({ auth }: Supabase, config: UiConfig): Promise<void> {
  localStorage.removeItem(storageKeyOf(config));
  await auth.signOut({ scope: 'local' });
}

const SupabaseContext = createContext<{ supabase: Supabase; config: UiConfig } | null>(null);

/** Provides the client and its configuration to every screen. */
export const SupabaseProvider = SupabaseContext.Provider;

export function useSupabase(): Supabase {
  return useConnection().supabase;
}

/** The content of /config.json: Supabase's URL and public key, the mode and the version. */
export function useConfig(): UiConfig {
  return useConnection().config;
}

function useConnection() {
  const value = useContext(SupabaseContext);
  if (!value) throw new Error('useSupabase and useConfig need a SupabaseProvider above them.');
  return value;
}

/** The sign-in service also answers 401 for wrong credentials, which does not mean that a session has ended. */
const SIGN_IN_SERVICE = '/auth/v1/';

type Options = {
  /** The message for a call without a response. */
  unreachable: string;
  /** See renewSession. */
  renew: (refusedToken: string | undefined) => Promise<Renewal>;
};

/**
 * fetch for the Supabase client. A 401 is retried once with a new token; if the session cannot be refreshed, the
 * response says so to users, in each message field of Supabase's services. Without a response it throws a TypeError
 * like fetch, with our message (each browser has its own).
 */
function backendFetch({ unreachable, renew }: Options): typeof fetch {
  let isAway = false;
  const ask: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      isAway = true;
      reportLostContact();
      throw new TypeError(unreachable, { cause: error });
    });
    const wasAway = isAway;
    isAway = answer.status > 500;
    if (wasAway && !isAway) reportFoundContact();
    return answer;
  };

  const asked: typeof fetch = async (input, init) => {
    const answer = await ask(input, init);
    if (answer.status !== 401 || String(input).includes(SIGN_IN_SERVICE)) return answer;
    const headers = new Headers(init?.headers);
    const renewal = await renew(headers.get('Authorization')?.replace('Bearer ', ''));
    if (renewal === 'unknown') return answer;
    if (renewal === 'ended') return Response.json(SESSION_ENDED, { status: 401 });
    headers.set('Authorization', `Bearer ${renewal.accessToken}`);
    return ask(input, { ...init, headers });
  };

  // Loaded with the first refusal, because few posts are handed over early.
  return async (input, init) => {
    const answer = await asked(input, init);
    if (answer.ok || isReading(init) || !(await isRefusedAsHeld(answer))) return answer;
    const { settleHeld } = await import('@/lib/held-posts.ts');
    return settleHeld(answer, () => asked(input, init), new Headers(init?.headers).get('Authorization'));
  };
}

const isReading = (init: RequestInit | undefined) => ['GET', 'HEAD'].includes(init?.method ?? 'GET');

/** Whether the database refused the call because a platform holds the post. */
async function isRefusedAsHeld(answer: Response): Promise<boolean> {
  return (await answer.clone().text()).includes('"handed_over"');
}

/** Whether a call got no response; an interrupted response is a TypeError of the browser itself. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof TypeError;
}

const SESSION_ENDED = {
  code: 'session_ended',
  message: connectionMessages.sessionEnded,
  error: connectionMessages.sessionEnded,
};
