import { type Query, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { AgentGoneContext } from '@/app/agent-gone.tsx';
import { Loading } from '@/app/loading.tsx';
import { agentUnreachable } from '@/app/messages.ts';
import { Router } from '@/app/router.tsx';
import { SessionProvider } from '@/app/session.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Toaster } from '@/components/toast.tsx';
import { agentFetch } from '@/lib/agent.ts';
import { noteTime } from '@/lib/clock.ts';
import { keepFocusOfDisabled } from '@/lib/keep-focus.ts';
import { onContact } from '@/lib/lost-contact.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { createSupabase, SupabaseProvider } from '@/lib/supabase.ts';
import { ThemeProvider } from '@/lib/theme.tsx';
import type { UiConfig, UiConfigAnswer } from '../../shared/agent/agent-api.ts';

/** The whole UI: its providers, its screens, and the notifications. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  useEffect(keepFocusOfDisabled, []);
  useEffect(() => {
    document.addEventListener('visibilitychange', distrustTime);
    return () => document.removeEventListener('visibilitychange', distrustTime);
  }, []);
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
 * Reads /config.json, then provides the Supabase client. Polls the agent every few seconds, less often while it is
 * unreachable, and at once when a call got no response or the user returns to the window. A mounted screen stays, with
 * its old data, and is refetched once the agent responds again; failed queries are refetched once the project does.
 */
function Connection({ children }: { children: ReactNode }) {
  const config = useQuery({
    queryKey: CONFIG_KEY,
    queryFn: readConfig,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.status === 'error' ? RECONNECT_MS : LOOK_MS),
    meta: { longestMs: LONGEST_MS },
    refetchOnWindowFocus: ({ state }) => state.status === 'error' && 'always',
  });
  const queryClient = useQueryClient();
  const wasGone = useRef(false);
  useEffect(() => {
    if (wasGone.current && !config.isError) {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
    }
    wasGone.current = config.isError;
  }, [config.isError, queryClient]);
  const { refetch } = config;
  useEffect(
    () =>
      onContact('lost', () => {
        const isKnown = queryClient.getQueryState(CONFIG_KEY)?.status === 'error';
        if (!isKnown) void refetch({ cancelRefetch: false });
      }),
    [queryClient, refetch],
  );
  useEffect(
    () =>
      onContact('found', () => {
        const hasFailed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const;
        void queryClient.refetchQueries(hasFailed, { cancelRefetch: false });
      }),
    [queryClient],
  );
  if (config.data) {
    return (
      <AgentGoneContext value={config.isError}>
        <Connected config={config.data}>{children}</Connected>
      </AgentGoneContext>
    );
  }
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
  return <Loading />;
}

/** Whether this device may have slept, or its clock been changed, since the workspace's time was read. */
let isTimeStale = true;
const distrustTime = () => {
  isTimeStale = true;
};

async function readConfig(): Promise<UiConfig> {
  const askedAt = Date.now();
  // Typed, not parsed: the agent of this package wrote it, and zod would add 24 kB to the first screen.
  const { time, ...config }: UiConfigAnswer = await (await agentFetch('/config.json')).json();
  if (isTimeStale) noteTime(time, askedAt);
  isTimeStale = false;
  return config;
}

const CONFIG_KEY = ['config'];
/** How often the agent is polled, and the first delay while it is unreachable, in milliseconds. */
const LOOK_MS = 3000;
const RECONNECT_MS = 2000;
/** The longest delay while it is unreachable: the request is small, and all screens recover as soon as it succeeds. */
const LONGEST_MS = 10_000;

function Connected({ config, children }: { config: UiConfig; children: ReactNode }) {
  const value = useMemo(() => ({ config, supabase: createSupabase(config) }), [config]);
  return <SupabaseProvider value={value}>{children}</SupabaseProvider>;
}
