import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { Database } from '../../shared/workspace/database.ts';
import type { Client } from './connection.ts';

type RealtimeTransport = NonNullable<NonNullable<SupabaseClientOptions<'public'>['realtime']>['transport']>;

/**
 * Creates a supabase-js client for this process. Its session is kept in memory and never refreshed. `fetch` replaces
 * the network (embedded mode); `accessToken` is sent with every request.
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
    // Node has a built-in WebSocket only from version 22. ws matches the expected type except for `dispatchEvent`.
    realtime: { transport: WebSocket as unknown as RealtimeTransport },
  });
}
