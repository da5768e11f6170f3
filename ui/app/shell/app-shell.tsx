import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { MobileBar } from '@/app/shell/mobile-bar.tsx';
import { Sidebar } from '@/app/shell/sidebar.tsx';
import { SidebarProvider } from '@/app/shell/sidebar-state.tsx';
import { SlowNotice } from '@/app/shell/slow-notice.tsx';
import { SonnerMount } from '@/app/shell/sonner-mount.tsx';
import { useNotificationPermission } from '@/lib/notification-permission.ts';

const DesktopNotifications = lazy(async () => ({
  default: (await import('@/app/shell/desktop-notifications.tsx')).DesktopNotifications,
}));

/** The frame that every signed-in screen shares (§2): skip link, sidebar, and the screen beside it. */
export function AppShell() {
  const mayNotify = useNotificationPermission() === 'granted';
  return (
    <SidebarProvider>
      <a
        href="#content"
        className="fixed top-3 left-3 z-100 -translate-y-20 rounded-md bg-primary px-4 py-2 text-sm font-medium text-primary-foreground focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col md:flex-row">
        <Sidebar />
        <MobileBar />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1">
          <div className="mx-auto w-full max-w-6xl px-4 py-7 sm:px-8 sm:py-10 lg:px-10">
            <SlowNotice />
            <Suspense
              fallback={
                <p role="status" className="py-16 text-center text-sm text-muted-foreground">
                  Loading...
                </p>
              }
            >
              <Outlet />
            </Suspense>
          </div>
        </main>
      </div>
      <SonnerMount />
      {mayNotify ? (
        <Suspense>
          <DesktopNotifications />
        </Suspense>
      ) : null}
    </SidebarProvider>
  );
}
