import { useIsFetching } from '@tanstack/react-query';
import { Menu, Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { slowNotice } from '@/app/messages.ts';
import { Brand } from '@/app/shell/brand.tsx';
import { PaletteProvider, useOpenPalette } from '@/app/shell/palette/palette-state.tsx';
import { Sidebar } from '@/app/shell/sidebar.tsx';
import { SidebarProvider, useSidebar } from '@/app/shell/sidebar-state.tsx';
import { Button } from '@/components/button.tsx';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useNotificationPermission } from '@/lib/notification-permission.ts';
import { useConfig } from '@/lib/supabase.ts';

const DesktopNotifications = lazyPart('DesktopNotifications', () => import('@/app/shell/desktop-notifications.tsx'));

const LiveChanges = lazyPart('LiveChanges', () => import('@/app/shell/live-changes.tsx'));
const SignInAgain = lazyPart('SignInAgain', () => import('@/app/shell/sign-in-again.tsx'));

/** The frame of every signed-in screen (§2): skip link, sidebar, and the screen. */
export function AppShell() {
  const mayNotify = useNotificationPermission() === 'granted';
  const { mode } = useConfig();
  return (
    <SidebarProvider>
      <PaletteProvider>
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
            <Suspense>
              {mode === 'hosted' ? <LiveChanges /> : null}
              <SignInAgain />
            </Suspense>
            <div className="px-4 py-6 sm:px-8 sm:py-8 lg:px-10">
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
        {mayNotify ? (
          <Suspense>
            <DesktopNotifications />
          </Suspense>
        ) : null}
      </PaletteProvider>
    </SidebarProvider>
  );
}

/** On narrow windows: the top bar with the button for the sidebar's sheet. */
function MobileBar() {
  const { isMobile, sheetOpen, setSheetOpen } = useSidebar();
  const openPalette = useOpenPalette();
  if (!isMobile) return null;
  return (
    <header data-top-bar="" className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b bg-background/95 px-2">
      <Button
        variant="ghost"
        size="icon"
        className="size-11"
        aria-haspopup="dialog"
        aria-expanded={sheetOpen}
        onClick={() => setSheetOpen(true)}
      >
        <Menu className="size-5" aria-hidden="true" />
        <span className="sr-only">Open menu</span>
      </Button>
      <Brand />
      <Button variant="ghost" size="icon" className="ml-auto size-11" aria-haspopup="dialog" onClick={openPalette}>
        <Search className="size-5" aria-hidden="true" />
        <span className="sr-only">Search</span>
      </Button>
    </header>
  );
}

/** How long the first load may take before a notice appears, in milliseconds. */
const SLOW_AFTER_MS = 4000;

/** A notice once something on the screen has been loading for SLOW_AFTER_MS. */
function SlowNotice() {
  const waiting = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  const [slow, setSlow] = useState(false);

  useEffect(() => {
    if (!waiting) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  return (
    // Always mounted over the bottom of the window: inserting it later would count as a layout shift.
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-20 flex justify-center">
      {slow ? (
        <p className="rounded-md border bg-popover px-4 py-2 text-center text-[0.8125rem] text-muted-foreground shadow-float">
          {slowNotice}
        </p>
      ) : null}
    </div>
  );
}
