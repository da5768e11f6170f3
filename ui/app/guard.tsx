import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Loading } from '@/app/loading.tsx';
import { sessionUnreachable } from '@/app/messages.ts';
import { useSession } from '@/app/session.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import type { SignInState } from '@/lib/sign-in-state.ts';

/**
 * Lets only signed-in people through (§2): "Loading..." while the session is checked, then the screen or /auth in this
 * history entry's place.
 */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  switch (session.status) {
    case 'checking':
      return <Loading />;
    case 'unreachable':
      return (
        <main className="flex min-h-dvh items-center justify-center">
          <ErrorState {...sessionUnreachable} onRetry={session.recheck} />
        </main>
      );
    case 'signed-out': {
      const from = session.reason === 'choice' ? '/' : location.pathname + location.search + location.hash;
      const state: SignInState = { from, ended: session.reason === 'ended' };
      return <Navigate to="/auth" replace state={state} />;
    }
    case 'signed-in':
      return <Outlet />;
  }
}

/** The sign-in screen's door: a session takes people to the page they first asked for, else to / (§2). */
export function RedirectSignedIn() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <Loading />;
  if (session.status === 'signed-in') {
    const { from = '/' }: SignInState = location.state ?? {};
    return <Navigate to={from} replace />;
  }
  return <Outlet />;
}
