import { isAuthRetryableFetchError, type Session } from '@supabase/supabase-js';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useSupabase } from '@/lib/supabase.ts';

type SessionState =
  | { status: 'checking' }
  | { status: 'signed-out' }
  | { status: 'unreachable' }
  | { status: 'signed-in'; session: Session };

const SessionContext = createContext<(SessionState & { recheck: () => void }) | null>(null);

/**
 * Follows the session (§4): checked once, then by the client's events, from other tabs too. A session that cannot be refreshed for lack of a
 * connection is `unreachable`, not signed out. Whatever screens have read is forgotten at sign-out.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [state, setState] = useState<SessionState>({ status: 'checking' });

  const recheck = useCallback(async () => {
    setState({ status: 'checking' });
    const { data, error } = await supabase.auth.getSession();
    if (data.session) setState({ status: 'signed-in', session: data.session });
    else setState({ status: isAuthRetryableFetchError(error) ? 'unreachable' : 'signed-out' });
  }, [supabase]);

  useEffect(() => {
    void recheck();
    const { data } = supabase.auth.onAuthStateChange((event, session) => {
      if (event === 'INITIAL_SESSION') return;
      if (event === 'SIGNED_OUT') queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'config' });
      setState(session ? { status: 'signed-in', session } : { status: 'signed-out' });
    });
    return () => data.subscription.unsubscribe();
  }, [supabase, queryClient, recheck]);

  const value = useMemo(() => ({ ...state, recheck: () => void recheck() }), [state, recheck]);
  return <SessionContext.Provider value={value}>{children}</SessionContext.Provider>;
}

/** Whether somebody is signed in, and how to ask again after `unreachable`. */
export function useSession() {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession needs a SessionProvider above it.');
  return value;
}
