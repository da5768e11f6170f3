import { VIDEO_MIME_TYPE } from '../../../shared/posts/content-project.ts';

/** The longest side of a poster, in pixels. */
const POSTER_MAX_SIDE = 1080;
const POSTER_QUALITY = 0.85;
/** How long drawing a poster may take, in milliseconds; after that the video has none. */
const VIDEO_TIMEOUT_MS = 15_000;
/** How long to wait for a frame after its seek, in milliseconds: hidden tabs and some browsers never report one. */
const FRAME_TIMEOUT_MS = 2000;
/**
 * Where frames are sampled, as shares of the duration; the first is at one second at the latest. The others are for
 * videos that start dark.
 */
const SAMPLE_POSITIONS = [0.1, 0.25, 0.5, 0.75];
const FIRST_SAMPLE_MAX_SECONDS = 1;
/** Mean brightness, of 255, below which a frame is too dark for a poster. */
const DARK = 24;
/** The width in pixels to which frames are scaled to measure brightness. */
const SAMPLE_WIDTH = 24;

/** Whether a poster can be drawn from the file. */
export function isVideo({ type }: Pick<File, 'type'>): boolean {
  return type === VIDEO_MIME_TYPE;
}

/**
 * A frame of the video as a JPEG: about a second in, or later if that is dark. Null if this browser cannot play the
 * video, or the signal aborts; never rejects.
 */
export async function drawPoster(file: File, signal: AbortSignal): Promise<File | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  const ending = AbortSignal.any([signal, AbortSignal.timeout(VIDEO_TIMEOUT_MS)]);
  try {
    const first = nextFrame(video);
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url });
    await waitForEvent(video, 'loadeddata', ending);
    await first.isShown();
    const blob = await brightestFrame(video, ending);
    return blob && new File([blob], 'poster.jpg', { type: 'image/jpeg' });
  } catch (error) {
    if (!signal.aborted) console.warn(`No poster could be drawn of ${file.name}.`, error);
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** The first frame that is not dark, or else the brightest; null for a video without pictures. */
async function brightestFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<Blob | null> {
  if (video.videoWidth === 0) return null;
  let best: { frame: HTMLCanvasElement; brightness: number } | null = null;
  for (const seconds of sampleTimes(video.duration)) {
    const frame = nextFrame(video);
    const seeked = waitForEvent(video, 'seeked', signal);
    video.currentTime = seconds;
    await seeked;
    await frame.isShown();
    const brightness = brightnessOf(video);
    if (!best || brightness > best.brightness) best = { frame: frameOf(video, POSTER_MAX_SIDE), brightness };
    if (brightness >= DARK) break;
  }
  return best && asJpeg(best.frame);
}

/**
 * The next frame of a paused video: between "seeked" and that frame, drawing may still give the previous one. To be
 * called before the seek, since a frame that is already presented is not reported (https://wicg.github.io/video-rvfc/).
 */
function nextFrame(video: HTMLVideoElement): { isShown(): Promise<void> } {
  const shown = new Promise<void>((resolve) => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve());
    else resolve();
  });
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, FRAME_TIMEOUT_MS));
  return { isShown: () => Promise.race([shown, late()]) };
}

/** The frame that a video currently shows, as a poster; null if there is none. */
export async function shownFrame(video: HTMLVideoElement): Promise<Blob | null> {
  return video.videoWidth === 0 ? null : asJpeg(frameOf(video, POSTER_MAX_SIDE));
}

function asJpeg(frame: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => frame.toBlob(resolve, 'image/jpeg', POSTER_QUALITY));
}

/** The seconds at which frames are sampled. The duration is unknown while a video is still being written. */
export function sampleTimes(duration: number): number[] {
  if (!Number.isFinite(duration) || duration <= 0) return [0];
  return SAMPLE_POSITIONS.map((share, index) =>
    index === 0 ? Math.min(FIRST_SAMPLE_MAX_SECONDS, duration * share) : duration * share,
  );
}

/** Scales a size down to a longest side, keeping its proportions; never scales up. */
export function sizeWithin(
  size: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(size.width, size.height));
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: scaled(size.width), height: scaled(size.height) };
}

function frameOf(video: HTMLVideoElement, longest: number): HTMLCanvasElement {
  const frame = document.createElement('canvas');
  const size = sizeWithin({ width: video.videoWidth, height: video.videoHeight }, longest);
  Object.assign(frame, size);
  frame.getContext('2d')?.drawImage(video, 0, 0, size.width, size.height);
  return frame;
}

function brightnessOf(video: HTMLVideoElement): number {
  const sample = frameOf(video, SAMPLE_WIDTH);
  const pixels = sample.getContext('2d')?.getImageData(0, 0, sample.width, sample.height).data ?? [];
  let sum = 0;
  for (const [index, value] of pixels.entries()) if (index % 4 !== 3) sum += value;
  return sum / Math.max(1, (pixels.length * 3) / 4);
}

/** Resolves at the video's next event of this name; rejects on its error, or when the signal aborts. */
function waitForEvent(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const over = new AbortController();
    const end = (act: () => void) => () => {
      over.abort();
      act();
    };
    const options = { signal: over.signal };
    video.addEventListener(event, end(resolve), options);
    video.addEventListener(
      'error',
      end(() => reject(video.error)),
      options,
    );
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      options,
    );
  });
}
