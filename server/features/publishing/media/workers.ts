import type { Logger } from 'pino';
import { builtProgram } from '../../../supabase/package-files.ts';
import { isOutOfMemory, openWorkerPool, type WorkerTask } from '../../../system/worker-pool.ts';
import { NotReadable, NotReadNow } from './byte-source.ts';
import type { VideoFacts, VideoHead } from './probe-video.ts';
import type { Reencoded, ReencodeOrder } from './reencode.ts';

export type MediaRequest = { video: VideoHead; size: number } | { picture: ReencodeOrder };
export type MediaReport =
  | { step: 'parsed'; facts: VideoFacts | null }
  | { step: 'reencoded'; picture: Reencoded | null }
  | { step: 'failed'; reason: string };

const LIMITS = {
  /** Time limits, including the worker's start, which is slow on a busy machine. */
  parseMs: 30_000,
  reencodeMs: 120_000,
  /** A worker's heap limit. Pixels are counted separately: see MAX_PIXELS. */
  memoryMb: 256,
  /** A large picture takes hundreds of megabytes. */
  atOnce: 1,
  idleMs: 10_000,
};
export type MediaLimits = typeof LIMITS;

export type MediaWorkers = {
  /** Null for a file without a video. NotReadable if it is damaged, NotReadNow on a timeout or a failed worker. */
  parseVideo(video: VideoHead, size: number, signal?: AbortSignal): Promise<VideoFacts | null>;
  /** Null if it cannot be made small enough. NotReadable if damaged, NotReadNow on a timeout or a failed worker. */
  reencode(picture: ReencodeOrder, signal?: AbortSignal): Promise<Reencoded | null>;
  /** Terminates all workers and their tasks. */
  close(): Promise<void>;
};

/** Parses videos and converts pictures in worker threads, so that hostile files only end their worker. */
export function openMediaWorkers(log: Pick<Logger, 'error'>, overrides: Partial<MediaLimits> = {}): MediaWorkers {
  const limits = { ...LIMITS, ...overrides };
  const pool = openWorkerPool<MediaRequest, MediaReport>(builtProgram('media-worker'), limits, log);
  return {
    parseVideo: (video, size, signal) =>
      pool.ask(
        task({ video, size }, limits.parseMs, signal, (report) =>
          report.step === 'parsed' ? { answer: report.facts } : null,
        ),
      ),
    reencode: (picture, signal) =>
      pool.ask(
        task({ picture }, limits.reencodeMs, signal, (report) =>
          report.step === 'reencoded' ? { answer: report.picture } : null,
        ),
      ),
    close: pool.close,
  };
}

function task<T>(
  request: MediaRequest,
  limitMs: number,
  signal: AbortSignal | undefined,
  answerOf: (report: MediaReport) => { answer: T } | null,
): WorkerTask<MediaRequest, MediaReport, T> {
  return {
    request,
    signal,
    closed() {
      throw new NotReadNow('the agent was stopped');
    },
    listen({ resolve, reject, giveUp }) {
      giveUp(() => reject(new NotReadNow(`it takes more than ${Math.round(limitMs / 1000)} s`)), limitMs);
      return {
        report(report) {
          const given = answerOf(report);
          if (given) resolve({ ...given, isUsable: true });
          else reject(new NotReadable(report.step === 'failed' ? report.reason : 'another answer came'));
        },
        ended(cause) {
          if (isOutOfMemory(cause)) reject(new NotReadable('it takes too much memory', { cause }));
          else reject(new NotReadNow('its reader ended unexpectedly', { cause }));
        },
      };
    },
  };
}
