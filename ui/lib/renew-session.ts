import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js';

/** A token to try again with; or the session is over, and the client has signed out; or nobody could say. */
export type Renewal = { accessToken: string } | 'ended' | 'unknown';

/**
 * What to do about an answer of 401 to `refusedToken`: the token of the session that is there by now, or else a new one
 * for the refresh token. A refresh token that is no longer good, or a session that this browser has lost, ends it in
 * every tab (the client's SIGNED_OUT), so the guard takes over and offers the sign-in.
 */
export async function renewSession(auth: SupabaseClient['auth'], refusedToken: string | undefined): Promise<Renewal> {
  const {
    data: { session },
    error: unread,
  } = await auth.getSession();
  if (isAuthRetryableFetchError(unread)) return 'unknown';
  // Without one the client would refuse to refresh, and tell nobody: the screen would ask to sign in and offer no way.
  if (!session) {
    await auth.signOut({ scope: 'local' });
    return 'ended';
  }
  if (session.access_token !== refusedToken) return { accessToken: session.access_token };
  const { data, error } = await auth.refreshSession();
  if (data.session) return { accessToken: data.session.access_token };
  return isAuthRetryableFetchError(error) ? 'unknown' : 'ended';
}
