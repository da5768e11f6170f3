import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { warmupMessages, warmupToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { sessionMessages } from '@/features/accounts/session/messages.ts';
import { type RunningWarmup, runningWarmup } from '@/features/accounts/warmup-progress.ts';
import { AgentResponseError, AgentUnreachableError, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { pause } from '@/lib/pause.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import {
  WARMUP_PLATFORM,
  WARMUP_POLL_MS,
  WARMUP_START_PATH,
  type WarmupEnd,
  type WarmupStart,
  type WarmupStatusAnswer,
  warmupCancelPath,
  warmupStatusPath,
  warmupStatusSchema,
} from '../../../shared/accounts/warmup.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

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

type Following = {
  /** Asks the agent once; may throw, which only means that the next answer is awaited. */
  ask: (signal: AbortSignal) => Promise<WarmupStatusAnswer>;
  /** Hears each answer, and undefined where the agent gave none. */
  onAnswer: (answer: WarmupStatusAnswer | undefined) => void;
  signal: AbortSignal;
};

/**
 * Asks at once and then every WARMUP_POLL_MS until the warm-up is over (§4); answers how it ended, or undefined when it
 * was told to stop first.
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
 * Asks the agent for a warm-up of an account (§4, §7). Answers whether it runs now, whether the account has to be
 * logged in on this machine first, and the notification of §8. The row is read again first, because it may have changed
 * since it was listed; when it cannot be read, the agent's answer decides.
 */
async function startWarmup(
  { supabase, agent }: { supabase: Supabase; agent: ReturnType<typeof useAgent> },
  accountId: string,
): Promise<{ started: boolean; needsLogIn: boolean; notification: Notification }> {
  const refuse = (notification: Notification, needsLogIn = false) => ({ started: false, needsLogIn, notification });
  const { data: rows } = await supabase.from('social_accounts').select('platform').eq('id', accountId).retry(false);
  if (rows?.length === 0) return refuse(warmupToasts.accountGone);
  if (rows?.some(({ platform }) => platform !== WARMUP_PLATFORM)) return refuse(warmupToasts.notInstagram);
  try {
    await agent(WARMUP_START_PATH, { body: { accountId } satisfies WarmupStart });
    return { started: true, needsLogIn: false, notification: warmupToasts.started };
  } catch (error) {
    return refuse(startFailure(error), error instanceof AgentResponseError && error.code === NO_SESSION);
  }
}

/** Which row of §8 a failed start is. */
function startFailure(error: unknown): Notification {
  if (error instanceof AgentUnreachableError) return warmupToasts.startFailed(error.message);
  if (!(error instanceof AgentResponseError)) return warmupToasts.startFailed(undefined);
  const words = serverWords(error.body);
  return error.status === 429 ? warmupToasts.onCooldown(words) : warmupToasts.startFailed(words);
}

/** The `error` of the agent's answer, where it gave one. */
function serverWords(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown };
  return typeof error === 'string' && error !== '' ? error : undefined;
}

const MARKS_KEY = ['warmups-in-progress'];

/** `starting` until the agent has answered the start, then `running` until it says that the warm-up is over. */
type WarmupMark = 'starting' | 'running';
type Marks = Readonly<Record<string, WarmupMark>>;

/**
 * Which warm-ups this window has in progress, by account id (§4). Kept beside the cached answers, so that the marks
 * outlive the screen and go when somebody signs out.
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
