import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js';

/**
 * A token to retry with; `ended` if the session has ended and the client has signed out; `unknown` if that could not be
 * determined.
 */
export type Renewal = { accessToken: string } | 'ended' | 'unknown';

/**
 * Handles a 401 for `refusedToken`: returns the current session's token if it differs, or else refreshes the session
 * and returns its new token. An invalid refresh token, or a session that this browser has lost, ends it in every tab
 * (the client's SIGNED_OUT), so that the guard shows the sign-in.
 */
export async function renewSession(auth: SupabaseClient['auth'], refusedToken: string | undefined): Promise<Renewal> {
  const {
    data: { session },
    error: unread,
  } = await auth.getSession();
  if (isAuthRetryableFetchError(unread)) return 'unknown';
  // Without a session the client would silently refuse to refresh, and the screen would ask to sign in without offering
  // a way.
  if (!session) {
    await auth.signOut({ scope: 'local' });
    return 'ended';
  }
  if (session.access_token !== refusedToken) return { accessToken: session.access_token };
  const { data, error } = await auth.refreshSession();
  if (data.session) return { accessToken: data.session.access_token };
  return isAuthRetryableFetchError(error) ? 'unknown' : 'ended';
}
