import { RotateCw, TriangleAlert } from 'lucide-react';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { AgentGoneBanner, AgentGoneScreen, useAgentGone } from '@/app/agent-gone.tsx';
import { Loading } from '@/app/loading.tsx';
import { screenFailed, sessionUnreachable } from '@/app/messages.ts';
import { Screen } from '@/app/screen.tsx';
import { useSession } from '@/app/session.tsx';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import type { SignInState } from '@/lib/sign-in-state.ts';

/**
 * The initial path, if a user was signed in here before: its screen is loaded while the session is still being checked.
 */
const expectedPath = Object.keys(localStorage).some((key) => key.endsWith('-auth-token')) ? location.pathname : null;

/** A lazy component, loaded at once if `expected`. */
function split<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  { expected = false } = {},
) {
  // Rendering retries a failure within a boundary.
  if (expected) load().catch(() => undefined);
  return lazy(async () => ({ default: (await load())[name] }));
}

const AppShell = split('AppShell', () => import('@/app/shell/app-shell.tsx'), { expected: expectedPath !== null });
const AuthScreen = split('AuthScreen', () => import('@/features/auth/auth-screen.tsx'));
const NotFoundScreen = split('NotFoundScreen', () => import('@/features/not-found/not-found-screen.tsx'));

function screen<Name extends string>(
  path: string,
  title: string,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
) {
  const [start = path] = path.split('/:');
  const isExpected = expectedPath === path || (start !== path && expectedPath?.startsWith(start) === true);
  return { path, title, Content: split(name, load, { expected: isExpected }) };
}

const loadComposer = () => import('@/features/compose/compose-screen.tsx');
// Preloads the composer when the user points at a link to it.
for (const type of ['pointerover', 'focusin']) {
  window.addEventListener(type, ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="/compose"]')) loadComposer().catch(() => undefined);
  });
}

/** The signed-in screens, which share one shell. */
const SCREENS = [
  screen('/', 'Dashboard', 'DashboardScreen', () => import('@/features/dashboard/dashboard-screen.tsx')),
  screen('/create', 'Content Creator', 'CreateScreen', () => import('@/features/create/create-screen.tsx')),
  screen('/scheduler', 'Scheduler', 'SchedulerScreen', () => import('@/features/scheduler/scheduler-screen.tsx')),
  screen('/insights', 'Insights', 'InsightsScreen', () => import('@/features/insights/insights-screen.tsx')),
  screen('/answers', 'Answers', 'AnswersScreen', () => import('@/features/answers/answers-screen.tsx')),
  screen('/compose/:id?', 'Post', 'ComposeScreen', loadComposer),
  screen('/your-turn', 'Your turn', 'YourTurnScreen', () => import('@/features/your-turn/your-turn-screen.tsx')),
  screen('/media', 'Media Library', 'MediaScreen', () => import('@/features/media/media-screen.tsx')),
  screen('/accounts', 'Accounts', 'AccountsScreen', () => import('@/features/accounts/accounts-screen.tsx')),
  screen('/scripts', 'Scripts', 'ScriptsScreen', () => import('@/features/scripts/scripts-screen.tsx')),
  screen(
    '/templates',
    'Content Templates',
    'TemplatesScreen',
    () => import('@/features/templates/templates-screen.tsx'),
  ),
  screen('/settings/:section?', 'Settings', 'SettingsScreen', () => import('@/features/settings/settings-screen.tsx')),
];

/** §2's route map: /auth and the 404 page are public, the rest needs a session. */
export function Router() {
  return (
    <BrowserRouter>
      <ScreenBoundary>
        <Suspense fallback={<Loading />}>
          <Routes>
            <Route element={<RedirectSignedIn />}>
              <Route path="/auth" element={framed('Sign in', <AuthScreen />)} />
            </Route>
            <Route element={<RequireSession />}>
              <Route element={<AppShell />}>
                {SCREENS.map(({ path, title, Content }) => (
                  <Route key={path} path={path} element={framed(title, <Content />)} />
                ))}
              </Route>
            </Route>
            <Route path="*" element={framed('Page not found', <NotFoundScreen />)} />
          </Routes>
        </Suspense>
      </ScreenBoundary>
    </BrowserRouter>
  );
}

/** A screen with its title and its error boundary; the key remounts each screen. */
function framed(title: string, content: ReactNode) {
  return (
    <ScreenBoundary key={title}>
      <Screen title={title}>{content}</Screen>
    </ScreenBoundary>
  );
}

/**
 * Requires a session (§2): shows "Loading..." while it is checked, then the screen, or /auth, replacing this history
 * entry.
 */
function RequireSession() {
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
      return (
        <>
          <AgentGoneBanner />
          <Outlet />
        </>
      );
  }
}

/** Wraps the sign-in screen: with a session it redirects to the page requested first, else to / (§2). */
function RedirectSignedIn() {
  const session = useSession();
  const location = useLocation();
  const isAgentGone = useAgentGone();
  if (session.status === 'checking') return <Loading />;
  if (session.status === 'signed-in') {
    const { from = '/' }: SignInState = location.state ?? {};
    return <Navigate to={from} replace />;
  }
  // The form could not be sent, and its code may not have loaded.
  return isAgentGone ? <AgentGoneScreen /> : <Outlet />;
}

/**
 * Catches one screen's errors: thrown ones, or code that could not be loaded (the agent was stopped or updated). The
 * rest of the page keeps working; other screens remount because the router gives each a key.
 */
class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const reason = error instanceof Error ? error.message.replace(/\.?$/, '.') : '';
    return (
      <div role="alert" className="flex min-h-[70dvh] items-center justify-center">
        <EmptyState
          icon={TriangleAlert}
          title={screenFailed.title}
          description={screenFailed.description(reason)}
          action={
            <Button variant="outline" onClick={() => location.reload()}>
              <RotateCw aria-hidden="true" />
              {screenFailed.reload}
            </Button>
          }
        />
      </div>
    );
  }
}
