import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom';
import { RedirectSignedIn, RequireSession } from '@/app/guard.tsx';
import { Loading } from '@/app/loading.tsx';
import { RouteError } from '@/app/route-error.tsx';
import { Screen } from '@/app/screen.tsx';

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

function screen(path: string, title: string, element: ReactNode): RouteObject {
  return { path, element: <Screen title={title}>{element}</Screen>, errorElement: <RouteError /> };
}

/** §2's route map: /auth and the 404 page are public, the rest needs a session and shares one shell. */
const routes: RouteObject[] = [
  {
    element: (
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    ),
    errorElement: <RouteError />,
    children: [
      { element: <RedirectSignedIn />, children: [screen('/auth', 'Sign in', <AuthScreen />)] },
      {
        element: <RequireSession />,
        children: [
          {
            element: <AppShell />,
            children: [
              screen('/', 'Dashboard', <DashboardScreen />),
              screen('/create', 'Content Creator', <CreateScreen />),
              screen('/scheduler', 'Scheduler', <SchedulerScreen />),
              screen('/media', 'Media Library', <MediaScreen />),
              screen('/accounts', 'Accounts', <AccountsScreen />),
              screen('/scripts', 'Scripts', <ScriptsScreen />),
              screen('/templates', 'Content Templates', <TemplatesScreen />),
              screen('/settings', 'Settings', <SettingsScreen />),
            ],
          },
        ],
      },
      screen('*', 'Page not found', <NotFoundScreen />),
    ],
  },
];

/** The router over the browser's history. */
export function createRouter() {
  return createBrowserRouter(routes);
}
