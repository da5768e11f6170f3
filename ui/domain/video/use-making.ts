import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { useRefreshPosts } from '@/domain/posts/queries.ts';
import { videoMessages as words } from '@/domain/video/messages.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { AgentResponseError, type CallAgent, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { pause } from '@/lib/pause.ts';
import { videoApi } from '../../../shared/api/video.ts';
import type { MadeVideo, VideoRequest, VideoState } from '../../../shared/video/making.ts';

/** How often the agent is polled for the progress, in milliseconds. */
const LOOK_MS = 700;

const NONE: VideoState = { state: 'none' };
const BEGUN: VideoState = { state: 'making', progress: { step: 'scenes', done: 0, total: 1 } };

/** Posts whose video was cancelled in this window, so its end is not reported. */
const cancelled = new Set<string>();
/** Posts whose video was requested in this window, but which the agent does not report yet. */
const begun = new Set<string>();

/** The state of a post's video. */
function videoQuery(agent: CallAgent, id: string) {
  return queryOptions({
    queryKey: ['video', id],
    queryFn: async ({ signal }) => {
      const now = await askAgent(agent, videoApi.getVideo, { params: { id } }, signal);
      if (now.state === 'making') begun.delete(id);
      return begun.has(id) ? BEGUN : now;
    },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? LOOK_MS : false),
  });
}

export type Making = {
  video: VideoState;
  isCancelling: boolean;
  make(request: VideoRequest): Promise<void>;
  /** Cancels the video, or dismisses the last failure. */
  cancel(): Promise<void>;
};

type MakingOptions = {
  id: string;
  /** False for a post that was never saved, and so has no video. */
  isStored: boolean;
  /** Called when the video that was being made has been added to the post. */
  onMade: (video: MadeVideo) => void;
};

/**
 * Makes a post's video, and follows one that is being made, wherever it was started. The agent continues when the
 * component unmounts or the page is closed.
 */
export function useMaking({ id, isStored, onMade }: MakingOptions): Making {
  const agent = useAgent();
  const queries = useQueryClient();
  const refreshPosts = useRefreshPosts();
  const query = videoQuery(agent, id);
  const { data: video = NONE } = useQuery({ ...query, enabled: isStored });
  const [isCancelling, setCancelling] = useState(false);

  async function set(state: VideoState) {
    await queries.cancelQueries({ queryKey: query.queryKey });
    queries.setQueryData(query.queryKey, state);
  }

  const wasMaking = useRef(false);
  const onChange = useEffectEvent((now: VideoState) => {
    if (wasMaking.current && now.state === 'made') onMade(now.video);
    // The agent was restarted, or the video was cancelled elsewhere.
    if (wasMaking.current && now.state === 'none' && !cancelled.has(id))
      void set({ state: 'failed', error: words.stopped });
    wasMaking.current = now.state === 'making';
  });
  useEffect(() => onChange(video), [video]);

  async function make(request: VideoRequest) {
    cancelled.delete(id);
    begun.add(id);
    await set(BEGUN);
    try {
      const made = await send(request);
      await set({ state: 'made', video: made });
      if (queries.getQueryCache().find({ queryKey: query.queryKey })?.isActive()) return;
      refreshPosts();
      toast.success(words.made, { description: words.madeDetail(made) });
    } catch (failure) {
      // Without a response, polling reports the outcome.
      if (!(failure instanceof AgentResponseError) || cancelled.has(id)) return;
      // Another window's video may be in progress.
      const now = await askAgent(agent, videoApi.getVideo, { params: { id } }).catch(() => NONE);
      if (now.state !== 'making') await set({ state: 'failed', error: failure.message });
    }
  }

  function send(request: VideoRequest): Promise<MadeVideo> {
    const made = askAgent(agent, videoApi.makeVideo, { params: { id }, body: request });
    return made.finally(() => begun.delete(id));
  }

  /** Also cancels a video that was just requested and that the agent is about to start. */
  async function stop(): Promise<void> {
    try {
      await askAgent(agent, videoApi.cancelVideo, { params: { id } });
    } catch (error) {
      const isNone = error instanceof AgentResponseError && error.status === 409;
      if (!isNone) return void toast.error(failureReason(error));
      const now = await askAgent(agent, videoApi.getVideo, { params: { id } }).catch(() => NONE);
      if (now.state !== 'making' && !begun.has(id)) return;
      await pause(LOOK_MS);
      await stop();
    }
  }

  async function cancel() {
    cancelled.add(id);
    setCancelling(true);
    await stop();
    if (video.state === 'failed') await set(NONE);
    else await queries.invalidateQueries({ queryKey: query.queryKey });
    setCancelling(false);
  }

  return { video, isCancelling, make, cancel };
}
