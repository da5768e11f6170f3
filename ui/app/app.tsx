import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { onLostContact } from '@/lib/lost-contact.ts';
import { createSupabase, isUnreachable, SupabaseProvider } from '@/lib/supabase.ts';
import { ThemeProvider } from '@/lib/theme.tsx';
import type { UiConfig, UiConfigAnswer } from '../../shared/agent/agent-api.ts';

/** The whole UI: its providers, its screens, and the primary notifications. */
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
 * Reads /config.json, then provides the Supabase client. Asks every few seconds, and at once where a call has had no
 * answer, whether the agent is still there. A mounted screen stays, with old data, and is refetched once the agent is
 * back.
 */
function Connection({ children }: { children: ReactNode }) {
  const config = useQuery({
    queryKey: CONFIG_KEY,
    queryFn: readConfig,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.status === 'error' ? RECONNECT_MS : LOOK_MS),
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
      onLostContact(() => {
        const isKnown = queryClient.getQueryState(CONFIG_KEY)?.status === 'error';
        if (!isKnown) void refetch({ cancelRefetch: false });
      }),
    [queryClient, refetch],
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

/** Whether this device may have slept, or its clock been set, since the workspace's time was noted. */
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
/** How often the agent is asked whether it is there, and while it is not, in milliseconds. */
const LOOK_MS = 3000;
const RECONNECT_MS = 2000;

function Connected({ config, children }: { config: UiConfig; children: ReactNode }) {
  const value = useMemo(() => ({ config, supabase: createSupabase(config) }), [config]);
  return <SupabaseProvider value={value}>{children}</SupabaseProvider>;
}

/** How long an answer counts as fresh, in milliseconds: switching back and forth between two screens asks once. */
const STALE_TIME_MS = 10_000;

/**
 * The cache of what screens have read. One retry, so that an agent that was just restarted is not reported as gone, and
 * for an answer that broke off, as the browser does to those under way when someone goes back; none where the backend
 * is unreachable, because supabase-js has already tried for seven seconds.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        retry: (failures, error) => failures < 1 && !isUnreachable(error),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
