import { MEDIA_HEAD_BYTES, mediaTypeOf } from '../../../shared/posts/media-content.ts';
import type { MediaMeasures } from '../../../shared/posts/media-library.ts';

/** How long measuring a file may take, in milliseconds; after that its measures are unknown. */
const MEASURE_TIMEOUT_MS = 10_000;
const UNKNOWN: MediaMeasures = { width: null, height: null, duration_seconds: null };

/** What is wrong with a file's content. */
export type ContentProblem = 'not-media' | 'damaged';

/** Determines a file's type and measures from its content. `problem` says why the library refuses it. */
export async function examineMedia(
  file: File,
): Promise<{ problem: ContentProblem } | { problem: null; type: string; measures: MediaMeasures }> {
  const type = mediaTypeOf(new Uint8Array(await file.slice(0, MEDIA_HEAD_BYTES).arrayBuffer()));
  // A picture named like a video, or the reverse, would be displayed wrongly.
  if (type === null || type.split('/')[0] !== file.type.split('/')[0]) return { problem: 'not-media' };
  const url = URL.createObjectURL(file);
  try {
    if (type === 'video/mp4') return { problem: null, type, measures: await measureVideo(url) };
    const measures = await measurePicture(url);
    return measures ? { problem: null, type, measures } : { problem: 'damaged' };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Null for a picture that the browser cannot decode. */
function measurePicture(url: string): Promise<MediaMeasures | null> {
  const picture = new Image();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(UNKNOWN), MEASURE_TIMEOUT_MS);
    const end = (measures: MediaMeasures | null) => () => {
      clearTimeout(timer);
      resolve(measures);
    };
    picture.onload = () =>
      end({ width: picture.naturalWidth, height: picture.naturalHeight, duration_seconds: null })();
    picture.onerror = end(null);
    picture.src = url;
  });
}

/** Measures are unknown if this browser cannot play the video, which does not mean that the video is damaged. */
function measureVideo(url: string): Promise<MediaMeasures> {
  const video = document.createElement('video');
  return new Promise<MediaMeasures>((resolve) => {
    const timer = setTimeout(() => resolve(UNKNOWN), MEASURE_TIMEOUT_MS);
    const end = (measures: MediaMeasures) => {
      clearTimeout(timer);
      resolve(measures);
    };
    video.onloadedmetadata = () =>
      end({
        width: video.videoWidth || null,
        height: video.videoHeight || null,
        duration_seconds: Number.isFinite(video.duration) ? video.duration : null,
      });
    video.onerror = () => end(UNKNOWN);
    Object.assign(video, { muted: true, preload: 'metadata', src: url });
  }).finally(() => {
    video.removeAttribute('src');
    video.load();
  });
}
