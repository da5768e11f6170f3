import { useEffect, useRef, useState } from 'react';
import { askAgent } from '@/domain/workspace/operations.ts';
import { videoMessages as words } from '@/features/compose/video/messages.ts';
import { AgentResponseError, type CallAgent, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { AgentError } from '../../../../shared/agent/agent-api.ts';
import { readEventStream } from '../../../../shared/agent/event-stream.ts';
import { pathTo } from '../../../../shared/api/operation.ts';
import { videoApi } from '../../../../shared/api/video.ts';
import {
  type MadeVideo,
  VIDEO_EVENTS,
  type VideoProgress,
  type VideoRequest,
} from '../../../../shared/video/making.ts';

export type Making =
  | { state: 'idle'; error: string | null }
  | { state: 'making' | 'cancelling'; progress: VideoProgress };

/** Makes a post's video and follows it. It is cancelled when the component unmounts. */
export function useMaking(id: string, onMade: (video: MadeVideo) => Promise<void>) {
  const agent = useAgent();
  const [making, setMaking] = useState<Making>({ state: 'idle', error: null });
  const run = useRef<'none' | 'making' | 'cancelled'>('none');

  async function cancel() {
    if (run.current !== 'making') return;
    run.current = 'cancelled';
    setMaking((now) => (now.state === 'making' ? { ...now, state: 'cancelling' } : now));
    // Refused where it has just ended; its own end says the rest.
    await askAgent(agent, videoApi.cancelVideo, { params: { id } }).catch(() => undefined);
  }
  const leave = useRef(cancel);
  leave.current = cancel;
  useEffect(() => () => void leave.current(), []);

  async function make(request: VideoRequest) {
    run.current = 'making';
    const show = (progress: VideoProgress) =>
      setMaking((now) => ({ state: now.state === 'cancelling' ? 'cancelling' : 'making', progress }));
    show({ step: 'scenes', done: 0, total: 1 });
    let error: string | null = null;
    try {
      const video = await follow(agent, id, request, show);
      run.current = 'none';
      return onMade(video);
    } catch (failure) {
      if (run.current === 'making') error = failureReason(failure);
    }
    run.current = 'none';
    setMaking({ state: 'idle', error });
  }

  return { making, make, cancel };
}

async function follow(
  agent: CallAgent,
  id: string,
  request: VideoRequest,
  onProgress: (progress: VideoProgress) => void,
): Promise<MadeVideo> {
  const path = pathTo(videoApi.makeVideo, { params: { id } });
  const { body } = await agent(path, { body: request, accept: 'text/event-stream' });
  if (!body) throw new Error(words.lost);
  const events = readEventStream(body);
  for (;;) {
    const next = await events.next().catch(() => ({ done: true as const, value: undefined }));
    if (next.done || !next.value) throw new Error(words.lost);
    const { event, data } = next.value;
    if (event === VIDEO_EVENTS.result) return JSON.parse(data);
    if (event === VIDEO_EVENTS.progress) onProgress(JSON.parse(data));
    if (event === 'error') throw new AgentResponseError(0, JSON.parse(data) satisfies AgentError);
  }
}
