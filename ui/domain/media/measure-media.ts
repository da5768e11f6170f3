import { MEDIA_HEAD_BYTES, mediaTypeOf } from '../../../shared/posts/media-content.ts';
import type { MediaMeasures } from '../../../shared/posts/media-library.ts';

/** A file whose measures take longer to find out has none, in milliseconds. */
const MEASURE_TIMEOUT_MS = 10_000;
const UNKNOWN: MediaMeasures = { width: null, height: null, duration_seconds: null };

/** What is wrong with the content of a file; null where it is what its type says. */
export type ContentProblem = 'not-media' | 'damaged';

/** What a file is, from its content. `problem` says why it is nothing that the library takes. */
export async function examineMedia(
  file: File,
): Promise<{ problem: ContentProblem } | { problem: null; type: string; measures: MediaMeasures }> {
  const type = mediaTypeOf(new Uint8Array(await file.slice(0, MEDIA_HEAD_BYTES).arrayBuffer()));
  // A picture that is named like a video, or the other way round, would be shown as what it is not.
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

/** Nothing of a video that this browser cannot play: that says nothing about the video. */
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
