import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { followWarmup } from '@/features/accounts/follow-warmup.ts';
import { warmupToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { startWarmup } from '@/features/accounts/start-warmup.ts';
import { useWarmupMark } from '@/features/accounts/warmup-marks.ts';
import { useAgent } from '@/lib/agent.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow } from '../../../shared/database.ts';
import { type WarmupEnd, warmupStatusPath, warmupStatusSchema } from '../../../shared/warmup.ts';

/**
 * An account's warm-up (§4). `running`: in progress here, or so says its row; then it is followed until it is over, which reloads the accounts and
 * shows how it ended (§8). `silent`: the agent did not answer the last question. `start` asks the agent for a warm-up.
 */
export function useWarmup(account: SocialAccountsRow): {
  running: boolean;
  silent: boolean;
  start: () => Promise<void>;
} {
  const supabase = useSupabase();
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { mark, setMark } = useWarmupMark(account.id);
  // A second press may come before the button is disabled.
  const starting = useRef(false);
  const [answered, setAnswered] = useState(true);
  const rowRuns = account.warmup_status === 'running';
  // The agent's word that it is over comes before the row says so.
  const [over, setOver] = useState(false);
  const following = mark === 'running' || (mark === undefined && rowRuns && !over);

  const reload = () => queryClient.invalidateQueries({ queryKey: accountsQuery(supabase).queryKey });

  const finish = useEffectEvent((end: WarmupEnd) => {
    setOver(rowRuns);
    setMark(undefined);
    void reload();
    if (end) toast(warmupToasts[end]);
  });

  useEffect(() => {
    if (!rowRuns) setOver(false);
  }, [rowRuns]);

  useEffect(() => {
    if (!following) return;
    const stop = new AbortController();
    const ask = async (signal: AbortSignal) =>
      warmupStatusSchema.parse(await (await agent(warmupStatusPath(account.id), { signal })).json());
    void followWarmup({ ask, onAnswer: setAnswered, signal: stop.signal }).then((end) => {
      if (end !== undefined) finish(end);
    });
    return () => stop.abort();
  }, [agent, account.id, following]);

  async function start() {
    if (starting.current) return;
    starting.current = true;
    setMark('starting');
    const { started, notification } = await startWarmup({ supabase, agent }, account.id);
    starting.current = false;
    setMark(started ? 'running' : undefined);
    toast(notification);
    if (!started) void reload();
  }

  return { running: mark !== undefined || rowRuns, silent: following && !answered, start };
}
