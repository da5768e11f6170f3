import { RealtimeClient } from '@supabase/realtime-js';
import type { UiConfig } from '../../shared/agent/agent-api.ts';

/** Failed attempts to connect after which a project counts as one without Realtime. */
const ATTEMPTS = 2;

export type ChangeListener = {
  /** Another client changed rows of this table. */
  onChange(table: string): void;
  /** Changes may have been missed while the connection was down. */
  onGap(): void;
};

/**
 * Follows others' changes in a hosted project through Supabase Realtime, as far as the member may see them. Gives up if
 * the project has no Realtime; screens poll in any case. Returns an unsubscribe function.
 */
export function followChanges(
  { supabaseUrl, supabaseKey }: Pick<UiConfig, 'supabaseUrl' | 'supabaseKey'>,
  accessToken: () => Promise<string | null>,
  { onChange, onGap }: ChangeListener,
): () => void {
  const client = new RealtimeClient(`${supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: supabaseKey },
    accessToken,
  });
  let hasBeenThere = false;
  let failures = 0;
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    void client.removeAllChannels();
    void client.disconnect();
  };
  const channel = client
    .channel('changes-of-workspace')
    .on('postgres_changes', { event: '*', schema: 'public' }, ({ table }) => onChange(table));
  const begin = () =>
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') {
        if (hasBeenThere || failures > 0) onGap();
        hasBeenThere = true;
        failures = 0;
      } else if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') {
        failures += 1;
        if (!hasBeenThere && failures >= ATTEMPTS) end();
      }
    });
  // The channel's user is determined when it is joined.
  void client.setAuth().then(() => hasEnded || begin());
  return end;
}
