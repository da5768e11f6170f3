import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { RedirectSignedIn, RequireSession } from '@/app/guard.tsx';
import { Loading } from '@/app/loading.tsx';
import { Screen } from '@/app/screen.tsx';
import { ScreenBoundary } from '@/app/screen-boundary.tsx';

/**
 * Where the page was opened, if somebody was signed in here before: what will be shown there is fetched while the
 * session is still being checked.
 */
const expectedPath = Object.keys(localStorage).some((key) => key.endsWith('-auth-token')) ? location.pathname : null;

/** A component in a file of its own that is fetched when it is first shown, or now where it is `expected`. */
function split<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  { expected = false } = {},
) {
  // Whether it failed is asked again when it is shown, within a boundary.
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
  return { path, title, Content: split(name, load, { expected: expectedPath === path }) };
}

/** The signed-in screens, which share one shell. */
const SCREENS = [
  screen('/', 'Dashboard', 'DashboardScreen', () => import('@/features/dashboard/dashboard-screen.tsx')),
  screen('/create', 'Content Creator', 'CreateScreen', () => import('@/features/create/create-screen.tsx')),
  screen('/scheduler', 'Scheduler', 'SchedulerScreen', () => import('@/features/scheduler/scheduler-screen.tsx')),
  screen('/media', 'Media Library', 'MediaScreen', () => import('@/features/media/media-screen.tsx')),
  screen('/accounts', 'Accounts', 'AccountsScreen', () => import('@/features/accounts/accounts-screen.tsx')),
  screen('/scripts', 'Scripts', 'ScriptsScreen', () => import('@/features/scripts/scripts-screen.tsx')),
  screen(
    '/templates',
    'Content Templates',
    'TemplatesScreen',
    () => import('@/features/templates/templates-screen.tsx'),
  ),
  screen('/settings', 'Settings', 'SettingsScreen', () => import('@/features/settings/settings-screen.tsx')),
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

/** A screen with its title and its own boundary; the key remounts each screen. */
function framed(title: string, content: ReactNode) {
  return (
    <ScreenBoundary key={title}>
      <Screen title={title}>{content}</Screen>
    </ScreenBoundary>
  );
}
