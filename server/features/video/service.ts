import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { MadeVideo, PlannedFilm, VideoProgress, VideoRequest, VideoState } from '../../../shared/video/making.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import { createLiveRun, createRunRegistry, type LiveRunControl } from '../../runs/live-run.ts';
import { runQueued } from '../../runs/run-queued.ts';
import type { Client } from '../../supabase/connection.ts';
import { makeVideo, setScenes, type VideoDeps } from './make-video.ts';
import {
  AGENT_STOPPED,
  ALREADY_MAKING,
  CANCELLED,
  NOT_ENCODED,
  NOTHING_TO_CANCEL,
  queueFull,
  TOO_SLOW,
} from './messages.ts';

/** Maximum queue length, besides the video being made. */
const WAITING_MAX = 20;
const RETRY_AFTER_S = 60;
/** Time limit of one video. A film of 45 seconds takes one minute on an ordinary machine. */
const VIDEO_LIMIT_MS = 15 * 60_000;
/** How many posts' last results are kept, so that a reopened window can show them. */
const KNOWN_MAX = 200;

type Follower = (progress: VideoProgress) => void;
type Outcome = { video: MadeVideo } | { error: unknown };
type LiveVideo = LiveRunControl<Follower, AppError, Outcome>;

/** The videos being made: one at a time, because each takes a browser and most of a processor. */
export type Videos = {
  /** Lays out the scenes without making the video. Rejects with the reason of `signal`. AppError bad_input. */
  plan(content: GeneratedContentRow, order: Omit<VideoOrder, 'report'> & { signal: AbortSignal }): Promise<PlannedFilm>;
  /**
   * Makes a video when it reaches the front of the queue. Rejects if it fails or is stopped. AppError conflict,
   * rate_limited.
   */
  make(content: GeneratedContentRow, order: VideoOrder): Promise<MadeVideo>;
  /** The progress of a post's video, or the result of the last one. */
  look(contentId: string): VideoState;
  /**
   * Stops making a post's video and waits for its end, or discards the error of the last one. AppError conflict if
   * there is neither.
   */
  cancel(contentId: string): Promise<void>;
  /** Stops all videos and rejects new ones. Idempotent. */
  close(): Promise<void>;
};

type VideoOrder = { client: Client; request: VideoRequest; report: Follower };

export function createVideos(deps: VideoDeps & { log: FastifyBaseLogger }): Videos {
  const queue = new PQueue({ concurrency: 1 });
  const runs = createRunRegistry<LiveVideo, AppError>();
  const known = new Map<string, VideoState>();

  function note(id: string, state: VideoState) {
    // Keeps the map ordered by the latest change.
    known.delete(id);
    if (state.state !== 'none') known.set(id, state);
    for (const oldest of known.keys()) {
      if (known.size <= KNOWN_MAX) break;
      if (!runs.has(oldest)) known.delete(oldest);
    }
  }

  const run = async (live: LiveVideo, content: GeneratedContentRow, { client, request }: VideoOrder) => {
    const { signal, end } = limited(live.stopping);
    const report: Follower = (progress) => {
      note(content.id, { state: 'making', progress });
      live.notify((follower) => follower(progress));
    };
    try {
      const isWaiting = queue.pending > 0;
      report(isWaiting ? { step: 'waiting', done: 0, total: queue.size + 1 } : { step: 'scenes', done: 0, total: 1 });
      const work = () => makeVideo(content, { client, request, signal, report }, deps);
      return { video: await runQueued(queue, signal, work) };
    } catch (error) {
      if (signal.aborted) return { error: signal.reason };
      if (error instanceof AppError) return { error };
      deps.log.error({ err: error }, 'a video failed inside the agent');
      return { error: new AppError('unavailable', NOT_ENCODED, { cause: error }) };
    } finally {
      end();
    }
  };

  return {
    plan: (content, order) => setScenes(content, order, deps.makeFilm),
    async make(content, order) {
      if (runs.has(content.id)) throw new AppError('conflict', ALREADY_MAKING);
      if (queue.size >= WAITING_MAX)
        throw new AppError('rate_limited', queueFull(queue.size), { retryAfterSeconds: RETRY_AFTER_S });
      const live: LiveVideo = createLiveRun();
      live.follow(order.report);
      runs.add(content.id, live);
      const outcome = await run(live, content, order);
      note(content.id, stateOf(outcome, live.stopReason() !== undefined));
      runs.remove(content.id);
      live.end(outcome);
      if ('error' in outcome) throw outcome.error;
      return outcome.video;
    },
    look: (contentId) => known.get(contentId) ?? { state: 'none' },
    async cancel(contentId) {
      const live = runs.get(contentId);
      if (!live && known.get(contentId)?.state === 'failed') return note(contentId, { state: 'none' });
      if (!live) throw new AppError('conflict', NOTHING_TO_CANCEL);
      live.stop(new AppError('conflict', CANCELLED));
      await live.over;
    },
    close: () => runs.stopAll(new AppError('unavailable', AGENT_STOPPED)),
  };
}

function stateOf(outcome: Outcome, wasStopped: boolean): VideoState {
  if ('video' in outcome) return { state: 'made', video: outcome.video };
  if (wasStopped) return { state: 'none' };
  return { state: 'failed', error: outcome.error instanceof Error ? outcome.error.message : String(outcome.error) };
}

/** The signal of a run with its time limit. */
function limited(stopping: AbortSignal): { signal: AbortSignal; end(): void } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new AppError('unavailable', TOO_SLOW)), VIDEO_LIMIT_MS);
  return { signal: AbortSignal.any([stopping, late.signal]), end: () => clearTimeout(timer) };
}
