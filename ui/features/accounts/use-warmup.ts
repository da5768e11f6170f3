import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import { warmupMessages, warmupToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { sessionMessages } from '@/features/accounts/session/messages.ts';
import { type RunningWarmup, runningWarmup } from '@/features/accounts/warmup-progress.ts';
import { AgentResponseError, AgentUnreachableError, type CallAgent, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { pause } from '@/lib/pause.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import {
  WARMUP_PLATFORM,
  WARMUP_POLL_MS,
  type WarmupEnd,
  type WarmupStatusAnswer,
} from '../../../shared/accounts/warmup.ts';
import { warmupApi } from '../../../shared/api/accounts.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

export type Warmup = {
  /** Followed here, or running according to its row. */
  running: boolean;
  /** The agent's last report of the followed warm-up; undefined before the first. */
  progress: RunningWarmup | undefined;
  start: () => Promise<void>;
  cancel: () => void;
  cancelling: boolean;
};

/** The actions of the notifications' buttons. */
type Options = { onLogIn: () => void; onShowRuns: () => void };

/**
 * An account's warm-up (§4). A running one is followed until it is over, then the accounts are refetched and the result
 * is shown (§8). `start` requests one, `cancel` stops it.
 */
export function useWarmup(account: SocialAccountsRow, { onLogIn, onShowRuns }: Options): Warmup {
  const supabase = useSupabase();
  const agent = useAgent();
  const queryClient = useQueryClient();
  const { mark, setMark } = useWarmupMark(account.id);
  // A second press may come before the button is disabled.
  const starting = useRef(false);
  const [progress, setProgress] = useState<RunningWarmup>();
  // Incremented to poll at once instead of after five seconds.
  const [round, setRound] = useState(0);
  const rowRuns = account.warmup_status === 'running';
  // The agent reports the end before the row changes.
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
    const ask = (signal: AbortSignal) =>
      askAgent(agent, warmupApi.getWarmupStatus, { params: { accountId: account.id } }, signal);
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
    mutationFn: () => askAgent(agent, warmupApi.cancelWarmup, { params: { accountId: account.id } }),
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

type Following = {
  /** Requests the status once; errors only delay it to the next poll. */
  ask: (signal: AbortSignal) => Promise<WarmupStatusAnswer>;
  /** Called with each answer, and with undefined when there was none. */
  onAnswer: (answer: WarmupStatusAnswer | undefined) => void;
  signal: AbortSignal;
};

/**
 * Polls at once and then every WARMUP_POLL_MS until the warm-up is over (§4); returns how it ended, or undefined if
 * aborted.
 */
export async function followWarmup({ ask, onAnswer, signal }: Following): Promise<WarmupEnd | undefined> {
  while (!signal.aborted) {
    const answer = await ask(signal).catch(() => undefined);
    if (signal.aborted) return undefined;
    onAnswer(answer);
    if (answer?.isRunning === false) return answer.status;
    await pause(WARMUP_POLL_MS, signal);
  }
  return undefined;
}

type Notification = (typeof warmupToasts)['started'] | ReturnType<(typeof warmupToasts)['startFailed']>;

/** The agent's code for an account that is not logged in on its machine. */
const NO_SESSION = 'no_session';

/**
 * Requests a warm-up of an account (§4, §7). Returns whether it runs, whether the account must first be logged in on
 * this machine, and the notification of §8. Refetches the row first, because it may have changed; if that fails, the
 * agent's answer decides.
 */
async function startWarmup(
  { supabase, agent }: { supabase: Supabase; agent: CallAgent },
  accountId: string,
): Promise<{ started: boolean; needsLogIn: boolean; notification: Notification }> {
  const refuse = (notification: Notification, needsLogIn = false) => ({ started: false, needsLogIn, notification });
  const { data: rows } = await supabase.from('social_accounts').select('platform').eq('id', accountId).retry(false);
  if (rows?.length === 0) return refuse(warmupToasts.accountGone);
  if (rows?.some(({ platform }) => platform !== WARMUP_PLATFORM)) return refuse(warmupToasts.notInstagram);
  try {
    await sendToAgent(agent, warmupApi.startWarmup, { body: { accountId } });
    return { started: true, needsLogIn: false, notification: warmupToasts.started };
  } catch (error) {
    return refuse(startFailure(error), error instanceof AgentResponseError && error.code === NO_SESSION);
  }
}

/** The row of §8 for a failed start. */
function startFailure(error: unknown): Notification {
  if (error instanceof AgentUnreachableError) return warmupToasts.startFailed(error.message);
  if (!(error instanceof AgentResponseError)) return warmupToasts.startFailed(undefined);
  const words = serverWords(error.body);
  return error.status === 429 ? warmupToasts.onCooldown(words) : warmupToasts.startFailed(words);
}

/** The `error` of the agent's answer, if any. */
function serverWords(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown };
  return typeof error === 'string' && error !== '' ? error : undefined;
}

const MARKS_KEY = ['warmups-in-progress'];

/** `starting` until the agent has answered the start, then `running` until it reports the end. */
type WarmupMark = 'starting' | 'running';
type Marks = Readonly<Record<string, WarmupMark>>;

/**
 * The warm-ups in progress in this window by account id (§4). In the query cache, so that they outlive the screen and
 * are cleared on signing out.
 */
function useWarmupMark(accountId: string): {
  mark: WarmupMark | undefined;
  setMark: (mark: WarmupMark | undefined) => void;
} {
  const queryClient = useQueryClient();
  const { data } = useQuery<Marks>({
    queryKey: MARKS_KEY,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const setMark = useCallback(
    (mark: WarmupMark | undefined) =>
      queryClient.setQueryData<Marks>(MARKS_KEY, ({ [accountId]: _, ...others } = {}) =>
        mark ? { ...others, [accountId]: mark } : others,
      ),
    [queryClient, accountId],
  );
  return { mark: data?.[accountId], setMark };
}
