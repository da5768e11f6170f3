import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { RedirectSignedIn, RequireSession } from '@/app/guard.tsx';
import { Loading } from '@/app/loading.tsx';
import { Screen } from '@/app/screen.tsx';
import { ScreenBoundary } from '@/app/screen-boundary.tsx';

/** A component in a file of its own that is fetched when it is first shown. */
function split<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const AppShell = split('AppShell', () => import('@/app/shell/app-shell.tsx'));
const AuthScreen = split('AuthScreen', () => import('@/features/auth/auth-screen.tsx'));
const DashboardScreen = split('DashboardScreen', () => import('@/features/dashboard/dashboard-screen.tsx'));
const CreateScreen = split('CreateScreen', () => import('@/features/create/create-screen.tsx'));
const SchedulerScreen = split('SchedulerScreen', () => import('@/features/scheduler/scheduler-screen.tsx'));
const MediaScreen = split('MediaScreen', () => import('@/features/media/media-screen.tsx'));
const AccountsScreen = split('AccountsScreen', () => import('@/features/accounts/accounts-screen.tsx'));
const ScriptsScreen = split('ScriptsScreen', () => import('@/features/scripts/scripts-screen.tsx'));
const TemplatesScreen = split('TemplatesScreen', () => import('@/features/templates/templates-screen.tsx'));
const SettingsScreen = split('SettingsScreen', () => import('@/features/settings/settings-screen.tsx'));
const NotFoundScreen = split('NotFoundScreen', () => import('@/features/not-found/not-found-screen.tsx'));

/** The signed-in screens, which share one shell. */
const SCREENS: { path: string; title: string; screen: ComponentType }[] = [
  { path: '/', title: 'Dashboard', screen: DashboardScreen },
  { path: '/create', title: 'Content Creator', screen: CreateScreen },
  { path: '/scheduler', title: 'Scheduler', screen: SchedulerScreen },
  { path: '/media', title: 'Media Library', screen: MediaScreen },
  { path: '/accounts', title: 'Accounts', screen: AccountsScreen },
  { path: '/scripts', title: 'Scripts', screen: ScriptsScreen },
  { path: '/templates', title: 'Content Templates', screen: TemplatesScreen },
  { path: '/settings', title: 'Settings', screen: SettingsScreen },
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
                {SCREENS.map(({ path, title, screen: Content }) => (
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

/** A screen with its title and its own boundary; the key makes each screen begin anew. */
function framed(title: string, content: ReactNode) {
  return (
    <ScreenBoundary key={title}>
      <Screen title={title}>{content}</Screen>
    </ScreenBoundary>
  );
}
