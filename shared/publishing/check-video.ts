import { MEDIA_LIMITS } from '../posts/platform-limits.ts';
import { type Platform, platformLabel } from '../posts/platforms.ts';
import type { ChannelLimits } from './channel.ts';
import { inMegabytes } from './quota.ts';

/** What is known of a video. Sizes are in bytes and pixels; null where the file does not say. */
export type VideoShape = {
  size: number;
  width: number;
  height: number;
  seconds: number | null;
  /** Frames per second. */
  frameRate: number | null;
};

/** A whole sentence. `isWarning`: the video goes out all the same. */
export type VideoTrouble = { text: string; isWarning: boolean };

/** Why a platform would not take a video, or would show it as something else. By hand, `limits` is null. */
export function videoTroubles(platform: Platform, video: VideoShape, limits: ChannelLimits | null): VideoTrouble[] {
  const label = platformLabel(platform);
  const own = MEDIA_LIMITS[platform];
  const { size, width, height, seconds, frameRate } = video;
  const found: VideoTrouble[] = [];
  const trouble = (text: string, isWarning = false) => found.push({ text, isWarning });
  const maxBytes = limits?.videoBytes ?? own.videoBytes;
  if (size > maxBytes) trouble(`The video has ${inMegabytes(size)}; ${label} takes ${inMegabytes(maxBytes)}.`);
  const { min } = own.seconds;
  const max = limits?.videoSeconds ?? own.seconds.max;
  if (seconds !== null && (seconds < min || seconds > max))
    trouble(`The video lasts ${inSeconds(seconds)}; ${label} takes ${inSeconds(min)} to ${inSeconds(max)}.`);
  const { videoPixels, videoFrameRate } = limits ?? {};
  if (videoPixels !== undefined && width * height > videoPixels)
    trouble(`The video is ${width} × ${height}; ${label} takes ${inMegapixels(videoPixels)}.`);
  if (videoFrameRate !== undefined && frameRate !== null && Math.round(frameRate) > videoFrameRate)
    trouble(`The video has ${Math.round(frameRate)} frames per second; ${label} takes ${videoFrameRate}.`);
  if (own.isUpright && width >= height)
    trouble(`The video is not upright, so ${label} shows it as an ordinary video.`, true);
  const { reel } = own;
  // By hand a person can post it as something else.
  if (reel && limits && (width >= height || width < reel.width || height < reel.height))
    trouble(
      `The video is ${width} × ${height}; ${label} takes reels upright, of at least ${reel.width} × ${reel.height}.`,
    );
  return found;
}

/** "8.3 megapixels". */
export function inMegapixels(pixels: number): string {
  return `${(pixels / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} megapixels`;
}

function inSeconds(seconds: number): string {
  if (seconds >= 120) return `${Math.round(seconds / 60)} min`;
  return `${seconds.toLocaleString('en', { maximumFractionDigits: 1 })} s`;
}
