import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { Connection } from '@/app/connection.tsx';
import { createRouter } from '@/app/router.tsx';
import { SessionProvider } from '@/app/session.tsx';
import { Toaster } from '@/components/toast.tsx';
import { createQueryClient } from '@/lib/query-client.ts';
import { ThemeProvider } from '@/lib/theme.tsx';

// Only Scheduler and Settings speak through it, so it does not hold up the first paint.
const Sonner = lazy(async () => ({ default: (await import('@/components/sonner.tsx')).Sonner }));

/** The whole UI: its providers, the router, and where both kinds of notification appear. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createRouter);
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <Connection>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </Connection>
      </QueryClientProvider>
      <Toaster />
      <Suspense>
        <Sonner />
      </Suspense>
    </ThemeProvider>
  );
}
