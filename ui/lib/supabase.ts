import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createContext, useContext } from 'react';
import { backendFetch } from '@/lib/backend-fetch.ts';
import { connectionMessages } from '@/lib/messages.ts';
import { renewSession } from '@/lib/renew-session.ts';
import type { UiConfig } from '../../shared/agent-api.ts';
import type { Database } from '../../shared/database.ts';

export type Supabase = SupabaseClient<Database>;

/** The one client of the UI: public key, session kept in local storage and refreshed by itself (§4, §6). */
export function createSupabase(config: UiConfig): Supabase {
  const { unreachable, projectUnreachable } = connectionMessages;
  const supabase: Supabase = createClient<Database>(config.supabaseUrl, config.supabaseKey, {
    auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false },
    global: {
      fetch: backendFetch({
        unreachable: config.mode === 'embedded' ? unreachable : projectUnreachable,
        renew: (refusedToken) => renewSession(supabase.auth, refusedToken),
      }),
    },
  });
  return supabase;
}

const SupabaseContext = createContext<{ supabase: Supabase; config: UiConfig } | null>(null);

/** Hands the client and the configuration that it was made from to every screen. */
export const SupabaseProvider = SupabaseContext.Provider;

/** The Supabase client. */
export function useSupabase(): Supabase {
  return useConnection().supabase;
}

/** What /config.json said: where Supabase is, its public key, the mode and the version. */
export function useConfig(): UiConfig {
  return useConnection().config;
}

function useConnection() {
  const value = useContext(SupabaseContext);
  if (!value) throw new Error('useSupabase and useConfig need a SupabaseProvider above them.');
  return value;
}
