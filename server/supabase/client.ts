import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { Database } from '../../shared/workspace/database.ts';
import type { Client } from './connection.ts';

type RealtimeTransport = NonNullable<NonNullable<SupabaseClientOptions<'public'>['realtime']>['transport']>;

/**
 * A supabase-js client for this process: keeps its session in memory and never renews it. `fetch` replaces the network
 * (embedded mode), `accessToken` makes every request that caller's.
 */
export function createServerClient(
  url: string,
  key: string,
  options: { fetch?: typeof fetch; accessToken?: string } = {},
): Client {
  return createClient<Database>(url, key, {
    global: {
      ...(options.fetch && { fetch: options.fetch }),
      ...(options.accessToken && { headers: { Authorization: `Bearer ${options.accessToken}` } }),
    },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node has a WebSocket from version 22 on; ws fits all but the types' idea of `dispatchEvent`.
    realtime: { transport: WebSocket as unknown as RealtimeTransport },
  });
}
