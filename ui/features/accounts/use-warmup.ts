import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { followWarmup } from '@/features/accounts/follow-warmup.ts';
import { warmupMessages, warmupToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { sessionMessages } from '@/features/accounts/session/messages.ts';
import { startWarmup } from '@/features/accounts/start-warmup.ts';
import { useWarmupMark } from '@/features/accounts/warmup-marks.ts';
import { type RunningWarmup, runningWarmup } from '@/features/accounts/warmup-progress.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { SocialAccountsRow } from '../../../shared/database.ts';
import { type WarmupEnd, warmupCancelPath, warmupStatusPath, warmupStatusSchema } from '../../../shared/warmup.ts';

/** An account's warm-up as its row shows it. */
export type Warmup = {
  /** In progress here, or so says its row. */
  running: boolean;
  /** What the agent last said of the one that is followed; undefined until it has. */
  progress: RunningWarmup | undefined;
  start: () => Promise<void>;
  cancel: () => void;
  cancelling: boolean;
};

/** What the buttons of the notifications do. */
type Options = { onLogIn: () => void; onShowRuns: () => void };

/**
 * An account's warm-up (§4). One that runs is followed until it is over, which reloads the accounts and shows how it
 * ended (§8). `start` asks the agent for one, `cancel` asks it to stop.
 */
export function useWarmup(account: SocialAccountsRow, { onLogIn, onShowRuns }: Options): Warmup {
  const supabase = useSupabase();
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { mark, setMark } = useWarmupMark(account.id);
  // A second press may come before the button is disabled.
  const starting = useRef(false);
  const [progress, setProgress] = useState<RunningWarmup>();
  // Counted up to ask at once instead of when the five seconds are over.
  const [round, setRound] = useState(0);
  const rowRuns = account.warmup_status === 'running';
  // The agent's word that it is over comes before the row says so.
  const [over, setOver] = useState(false);
  const following = mark === 'running' || (mark === undefined && rowRuns && !over);

  const reload = () => queryClient.invalidateQueries({ queryKey: accountsQuery(supabase).queryKey });

  const finish = useEffectEvent((end: WarmupEnd) => {
    setOver(rowRuns);
    setMark(undefined);
    setProgress(undefined);
    void reload();
    if (end === 'success') toast(warmupToasts.success);
    if (end === 'failed')
      toast({ ...warmupToasts.failed, action: { label: warmupMessages.showRuns, onClick: onShowRuns } });
  });

  useEffect(() => {
    if (!rowRuns) setOver(false);
  }, [rowRuns]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round polls again.
  useEffect(() => {
    if (!following) return;
    const stop = new AbortController();
    const ask = async (signal: AbortSignal) =>
      warmupStatusSchema.parse(await (await agent(warmupStatusPath(account.id), { signal })).json());
    const onAnswer = (answer: Parameters<typeof runningWarmup>[0]) => setProgress(runningWarmup(answer));
    void followWarmup({ ask, onAnswer, signal: stop.signal }).then((end) => {
      if (end !== undefined) finish(end);
    });
    return () => stop.abort();
  }, [agent, account.id, following, round]);

  async function start() {
    if (starting.current) return;
    starting.current = true;
    setMark('starting');
    const { started, needsLogIn, notification } = await startWarmup({ supabase, agent }, account.id);
    starting.current = false;
    setMark(started ? 'running' : undefined);
    const action = { label: sessionMessages.logIn, onClick: onLogIn };
    toast(needsLogIn ? { ...notification, action } : notification);
    if (!started) void reload();
  }

  const cancelling = useMutation({
    mutationFn: () => agent(warmupCancelPath(account.id), { method: 'POST' }),
    onSuccess: () => void toast(warmupToasts.cancelled),
    onError: (error) => void toast(warmupToasts.cancelFailed(failureReason(error))),
    onSettled: () => setRound((count) => count + 1),
  });

  return {
    running: mark !== undefined || rowRuns,
    progress: following ? progress : undefined,
    start,
    cancel: () => cancelling.isPending || cancelling.mutate(),
    cancelling: cancelling.isPending,
  };
}
