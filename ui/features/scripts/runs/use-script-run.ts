import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { brokenOff } from '@/features/scripts/messages.ts';
import { pollRun, startRun } from '@/features/scripts/runs/follow-run.ts';
import {
  endedRun,
  endToast,
  failedRun,
  failureToast,
  knownRun,
  type LatestRun,
  neededApproval,
  startedRun,
  succeededRun,
  withState,
} from '@/features/scripts/runs/latest-run.ts';
import { createRunFeed, type RunFeed } from '@/features/scripts/runs/run-feed.ts';
import { isRunning, RUNS_KEY } from '@/features/scripts/runs/run-queries.ts';
import { useAgent } from '@/lib/agent.ts';
import {
  type NeededApproval,
  type ScriptRun,
  type ScriptRunRequest,
  scriptRunRequestSchema,
} from '../../../../shared/scripts/script-run.ts';

const RUN_KEY = ['script-run'];

/** What to run. */
export type RunOrder = { scriptId: string; name: string; code: string };

/** The question before an unapproved text runs on this machine. */
type ApprovalQuestion = { order: RunOrder; needed: NeededApproval };

/**
 * The latest script run of this window, how to start one, and how to resume following one that was started before (in
 * another window, or before a reload). Kept in the query cache, so that it survives a change of screen; the end of the
 * session stops the following, but not the run. `start` and `resume` report the outcome (§8) and never throw. Instead
 * of a run there may be a `question`, which `answer` resolves.
 */
export function useScriptRun() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<ApprovalQuestion>();
  const { data: run = null } = useQuery<LatestRun | null>({
    queryKey: RUN_KEY,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const latest = () => queryClient.getQueryData<LatestRun | null>(RUN_KEY);
  const readHistory = () => void queryClient.invalidateQueries({ queryKey: RUNS_KEY });

  /** Returns what must be approved first, in which case nothing was run. */
  async function follow(
    first: LatestRun,
    toEnd: (feed: RunFeed, signal: AbortSignal) => Promise<LatestRun>,
  ): Promise<NeededApproval | undefined> {
    const before = latest() ?? null;
    const over = new AbortController();
    let shown: LatestRun | undefined;
    const feed = createRunFeed(first, (next) => {
      // Signing out removes the run from the cache.
      if (shown && latest() !== shown) return over.abort();
      if (next.id !== shown?.id) readHistory();
      shown = next;
      queryClient.setQueryData<LatestRun>(RUN_KEY, next);
    });
    const end = await toEnd(feed, over.signal).then(
      (last) => ({ last, words: endToast(last), needed: undefined }),
      (error) => ({
        last: failedRun(feed.current(), error, now()),
        words: failureToast(error),
        needed: neededApproval(error),
      }),
    );
    feed.replace(end.last);
    if (over.signal.aborted) return;
    if (end.needed) {
      queryClient.setQueryData<LatestRun | null>(RUN_KEY, before);
      return end.needed;
    }
    toast(end.words);
    readHistory();
  }

  async function poll(feed: RunFeed, signal: AbortSignal): Promise<LatestRun> {
    const { id, scriptId } = feed.current();
    if (id === null) throw new Error(brokenOff);
    return knownRun(scriptId, await pollRun(agent, id, (details) => feed.replace(knownRun(scriptId, details)), signal));
  }

  async function start({ scriptId, name, code }: RunOrder, approve?: string): Promise<void> {
    const request: ScriptRunRequest = {
      script: code,
      scriptId,
      ...(fitsRequest(name) && { name }),
      ...(approve !== undefined && { approve }),
    };
    const needed = await follow(startedRun(scriptId, now()), async (feed, signal) => {
      const answer = await startRun(agent, request, feed, signal);
      if (answer.kind === 'logs') return succeededRun(feed.current(), answer.logs, now());
      return answer.kind === 'end' ? endedRun(feed.current(), answer.run) : poll(feed, signal);
    });
    setQuestion(needed && { order: { scriptId, name, code: needed.script }, needed });
  }

  async function resume(scriptId: string, known: ScriptRun): Promise<void> {
    const before = latest();
    if (before && (isRunning(before) || before.id === known.id)) return;
    await follow(withState(startedRun(scriptId, known.startedAt), known), poll);
  }

  /** Runs the text in question, or dismisses the question. */
  function answer(isApproved: boolean) {
    setQuestion(undefined);
    if (isApproved && question) void start(question.order, question.needed.sha256);
  }

  return { run, start, resume, question: question?.needed, answer };
}

/** The agent counts a name's length differently from the database; it uses the saved name if none is sent. */
function fitsRequest(name: string): boolean {
  return scriptRunRequestSchema.shape.name.safeParse(name).success;
}

function now(): string {
  return new Date().toISOString();
}
