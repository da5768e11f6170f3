import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Loading } from '@/app/loading.tsx';
import { agentUnreachable } from '@/app/messages.ts';
import { Router } from '@/app/router.tsx';
import { SessionProvider } from '@/app/session.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Toaster } from '@/components/toast.tsx';
import { agentFetch } from '@/lib/agent.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { createSupabase, SupabaseProvider } from '@/lib/supabase.ts';
import { ThemeProvider } from '@/lib/theme.tsx';
import type { UiConfig } from '../../shared/agent/agent-api.ts';

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

/**
 * Reads /config.json, then gives everything below it the Supabase client. Says so, with a retry, while the agent does
 * not answer.
 */
function Connection({ children }: { children: ReactNode }) {
  const config = useQuery({
    queryKey: ['config'],
    // Typed, not parsed: the agent of this same package wrote it, and zod would weigh 24 kB before the first screen.
    queryFn: async (): Promise<UiConfig> => (await agentFetch('/config.json')).json(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (config.isPending) return <Loading />;
  if (config.isError) {
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <ErrorState
          title={agentUnreachable.title}
          description={agentUnreachable.description(config.error.message)}
          onRetry={() => void config.refetch()}
        />
      </main>
    );
  }
  return <Connected config={config.data}>{children}</Connected>;
}

function Connected({ config, children }: { config: UiConfig; children: ReactNode }) {
  const value = useMemo(() => ({ config, supabase: createSupabase(config) }), [config]);
  return <SupabaseProvider value={value}>{children}</SupabaseProvider>;
}
