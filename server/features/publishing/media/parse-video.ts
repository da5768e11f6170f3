import { createFile, MP4BoxBuffer, type Track } from 'mp4box';
import type { VideoFacts, VideoHead } from './probe-video.ts';
import { boundSampleTables } from './sample-tables.ts';

/**
 * Parses a video's header; null if there is no video, or it is unreadable. NotReadable if it claims too many frames.
 * For use in a worker: modifies `bytes`.
 */
export function parseVideo({ bytes, ...head }: VideoHead, size: number): VideoFacts | null {
  boundSampleTables(bytes);
  const file = createFile(false);
  let facts: VideoFacts | null = null;
  file.onError = () => undefined;
  file.onReady = (movie) => {
    const video = movie.videoTracks[0];
    if (!video) return;
    const moovSeconds = movie.duration / movie.timescale;
    const fragments = movie.fragment_duration;
    const seconds = moovSeconds || (fragments ? fragments.num / fragments.den : 0);
    const played = video.samples_duration / video.timescale;
    facts = {
      kind: 'video',
      ...head,
      size,
      ...shownSize(video),
      seconds: finite(seconds),
      frameRate: finite(video.nb_samples / played),
      videoCodec: video.codec,
      audioCodec: movie.audioTracks[0]?.codec ?? null,
      isCut: isCut(video, movie.timescale),
    };
  };
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(bytes.buffer, 0), true);
  file.flush();
  return facts;
}

/** Shorter cuts do not count: almost every file has an edit list that skips a few frames to sync picture and sound. */
const CUT_FROM_SECONDS = 0.5;

function isCut({ edits = [], samples_duration, timescale }: Track, movieTimescale: number): boolean {
  const shown = edits.filter(({ media_time }) => media_time >= 0);
  const [first] = shown;
  if (!first) return false;
  if (shown.length > 1 || first.media_time / timescale > CUT_FROM_SECONDS) return true;
  const left = (samples_duration - first.media_time) / timescale - first.segment_duration / movieTimescale;
  // Players treat a duration of 0 as the whole track.
  return first.segment_duration > 0 && left > CUT_FROM_SECONDS;
}

/** The size as displayed: phones store frames as captured by the sensor, with a rotation. */
function shownSize({ track_width, track_height, video, matrix }: Track): { width: number; height: number } {
  const width = Math.round(track_width) || video?.width || 0;
  const height = Math.round(track_height) || video?.height || 0;
  const isTurned = matrix[0] === 0 && matrix[4] === 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

function finite(value: number): number | null {
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1000) / 1000 : null;
}
