import { isAuthRetryableFetchError, type Session } from '@supabase/supabase-js';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { claimDrafts, forgetDrafts } from '@/lib/draft.ts';
import { signOutHere, useConfig, useSupabase } from '@/lib/supabase.ts';

type SessionState =
  | { status: 'checking' }
  /**
   * `choice`: Logout was pressed here, so the next sign-in starts at /, not at the current page. `ended`: the session
   * was rejected, or ended from another tab or machine. `none`: there was none.
   */
  | { status: 'signed-out'; reason: 'choice' | 'ended' | 'none' }
  | { status: 'unreachable' }
  | { status: 'signed-in'; session: Session };

/** Queries that need no session. They are kept when one ends, because the sign-in screen uses them. */
const PUBLIC_QUERIES: readonly unknown[] = ['config', 'setup'];

type SessionActions = {
  /** Retries after `unreachable`. */
  recheck: () => void;
  /**
   * Ends the session everywhere, or only here if the server does not respond. Throws Supabase's error; the session is
   * then kept.
   */
  signOut: () => Promise<void>;
};

const SessionContext = createContext<(SessionState & SessionActions) | null>(null);

/**
 * Tracks the session (§4): checked once, then by the client's events, including those of other tabs. A session that
 * cannot be refreshed for lack of a connection is `unreachable`, not signed out. Clears the cache at sign-out.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const supabase = useSupabase();
  const config = useConfig();
  const queryClient = useQueryClient();
  const [state, setState] = useState<SessionState>({ status: 'checking' });

  const signingOut = useRef(false);

  const enter = useCallback((session: Session) => {
    claimDrafts(session.user.id);
    setState({ status: 'signed-in', session });
  }, []);

  const leave = useCallback(
    (reason: 'choice' | 'ended') => {
      queryClient.removeQueries({ predicate: (query) => !PUBLIC_QUERIES.includes(query.queryKey[0]) });
      if (reason === 'choice') forgetDrafts();
      // Several requests may report the same end.
      setState((now) =>
        now.status === 'signed-out' && now.reason !== 'none' ? now : { status: 'signed-out', reason },
      );
    },
    [queryClient],
  );

  const recheck = useCallback(async () => {
    setState({ status: 'checking' });
    const { data, error } = await supabase.auth.getSession();
    if (data.session) enter(data.session);
    else if (isAuthRetryableFetchError(error)) setState({ status: 'unreachable' });
    // A session that was just rejected has already been reported by its event.
    else setState((now) => (now.status === 'signed-out' ? now : { status: 'signed-out', reason: 'none' }));
  }, [supabase, enter]);

  useEffect(() => {
    void recheck();
    const { data } = supabase.auth.onAuthStateChange((event, session) => {
      if (event === 'INITIAL_SESSION') return;
      if (session) enter(session);
      else leave(signingOut.current ? 'choice' : 'ended');
    });
    return () => data.subscription.unsubscribe();
  }, [supabase, recheck, enter, leave]);

  const signOut = useCallback(async () => {
    signingOut.current = true;
    const { error } = await supabase.auth.signOut();
    const isOffline = isAuthRetryableFetchError(error);
    if (isOffline) await signOutHere(supabase, config);
    signingOut.current = false;
    if (error && !isOffline) throw error;
  }, [supabase, config]);

  const value = useMemo(() => ({ ...state, recheck: () => void recheck(), signOut }), [state, recheck, signOut]);
  return <SessionContext.Provider value={value}>{children}</SessionContext.Provider>;
}

export function useSession() {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession needs a SessionProvider above it.');
  return value;
}
