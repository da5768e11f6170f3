import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Connection } from '@/app/connection.tsx';
import { Router } from '@/app/router.tsx';
import { SessionProvider } from '@/app/session.tsx';
import { Toaster } from '@/components/toast.tsx';
import { createQueryClient } from '@/lib/query-client.ts';
import { ThemeProvider } from '@/lib/theme.tsx';

/** The whole UI: its providers, its screens, and where the primary notifications appear. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <Connection>
          <SessionProvider>
            <Router />
          </SessionProvider>
        </Connection>
      </QueryClientProvider>
      <Toaster />
    </ThemeProvider>
  );
}
