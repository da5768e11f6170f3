import type { Range, VideoCodec, VideoFormat } from '../platforms/descriptor.ts';
import { MEDIA_LIMITS } from '../posts/platform-limits.ts';
import { type Platform, platformLabel, platformOf } from '../posts/platforms.ts';
import type { ChannelLimits } from './channel.ts';
import { inMegabytes } from './quota.ts';

/** A video's properties. Sizes are in bytes and pixels; null if the file does not say. */
export type VideoShape = {
  size: number;
  width: number;
  height: number;
  seconds: number | null;
  /** Frames per second. */
  frameRate: number | null;
  /** RFC 6381 codec string, such as "avc1.64001f". */
  videoCodec?: string | undefined;
  /** Null if there is no sound. */
  audioCodec?: string | null | undefined;
  /** The moov box comes before the media data. */
  isMoovFirst?: boolean | undefined;
  /** An edit list cuts a part of the file out. */
  isCut?: boolean | undefined;
};

/** A whole sentence. `isWarning`: the video is published anyway. */
export type VideoTrouble = { text: string; isWarning: boolean };

/** Why a platform would refuse a video, or show it as something else. `limits` is null for manual posts. */
export function videoTroubles(platform: Platform, video: VideoShape, limits: ChannelLimits | null): VideoTrouble[] {
  const label = platformLabel(platform);
  const own = MEDIA_LIMITS[platform];
  const { size, width, height, seconds, frameRate } = video;
  const found: VideoTrouble[] = [];
  const trouble = (text: string, isWarning = false) => found.push({ text, isWarning });
  const maxBytes = limits?.videoBytes ?? own.videoBytes;
  if (size > maxBytes) trouble(`The video is ${inMegabytes(size)}; ${label} accepts up to ${inMegabytes(maxBytes)}.`);
  const { min } = own.seconds;
  const max = limits?.videoSeconds ?? own.seconds.max;
  const { verification } = platformOf(platform);
  if (seconds !== null && (seconds < min || seconds > max)) {
    const range = `The video lasts ${inSeconds(seconds)}; ${label} accepts ${inSeconds(min)} to ${inSeconds(max)}.`;
    const remedy = seconds > max && limits?.isUnverified && verification?.longVideos;
    trouble(remedy ? `${range} ${remedy}` : range);
  } else if (seconds !== null && own.isUpright && seconds > own.seconds.max)
    trouble(`The video is longer than ${inSeconds(own.seconds.max)}, so ${label} shows it as an ordinary video.`, true);
  const { videoPixels, videoFrameRate } = limits ?? {};
  if (videoPixels !== undefined && width * height > videoPixels)
    trouble(`The video is ${width} × ${height}; ${label} accepts up to ${inMegapixels(videoPixels)}.`);
  if (videoFrameRate !== undefined && frameRate !== null && Math.round(frameRate) > videoFrameRate)
    trouble(`The video has ${Math.round(frameRate)} frames per second; ${label} accepts up to ${videoFrameRate}.`);
  if (own.isUpright && width >= height)
    trouble(`The video is not upright, so ${label} shows it as an ordinary video.`, true);
  // A manual post goes through the platform's page, which converts formats.
  if (own.video && limits) for (const one of formatTroubles(label, video, own.video)) trouble(one.text, one.isWarning);
  return found;
}

/** Whether a video is published as a reel rather than an ordinary video. */
export function isReel(
  platform: Platform,
  { width, height, seconds, frameRate }: Pick<VideoShape, 'width' | 'height' | 'seconds' | 'frameRate'>,
): boolean {
  const { reel } = MEDIA_LIMITS[platform];
  if (!reel || width >= height || width < reel.width || height < reel.height) return false;
  const isWithin = (value: number | null, { min, max }: Range) => value === null || (value >= min && value <= max);
  return isWithin(seconds, reel.seconds) && isWithin(frameRate && Math.round(frameRate), reel.frameRate);
}

/** What is wrong with a video's format, and how to export it. */
function formatTroubles(label: string, video: VideoShape, format: VideoFormat): VideoTrouble[] {
  const { width, height, frameRate, videoCodec, audioCodec } = video;
  const found: VideoTrouble[] = [];
  const refused = (text: string) => found.push({ text, isWarning: false });
  const isOutside = (value: number, { min, max }: Range) => value < min || value > max;
  const codec = videoCodec === undefined ? undefined : codecOf(videoCodec);
  const { codecs } = format;
  if (codecs && codec !== undefined && !(codec && codecs.includes(codec)))
    refused(
      `The video is ${codec ?? 'of an unknown format'}; ${label} accepts ${inWords(codecs)}. Export it again as ${codecs[0]}.`,
    );
  if (format.isAac && audioCodec && !/^mp4a/.test(audioCodec))
    refused(`The sound of the video is not AAC; ${label} accepts only AAC. Export it again with AAC sound.`);
  const rate = frameRate && Math.round(frameRate);
  if (format.frameRate && rate && isOutside(rate, format.frameRate))
    refused(
      `The video has ${rate} frames per second; ${label} accepts ${rangeInWords(format.frameRate)}. Export it again with 30.`,
    );
  for (const [pixels, what, range] of [
    [width, 'wide', format.width] as const,
    [height, 'high', format.height] as const,
  ])
    if (range && isOutside(pixels, range))
      refused(
        `The video is ${pixels} pixels ${what}; ${label} accepts ${rangeInWords(range)}. Export it again in that size.`,
      );
  if (format.aspect && isOutside(width / height, format.aspect))
    refused(`The video is ${width} × ${height}, too long and narrow for ${label}. Export it again in another shape.`);
  if (format.isPlain && video.isMoovFirst === false)
    found.push({
      text: `The video is not made for streaming, so ${label} may refuse it. Export it again with "fast start" or "web optimized".`,
      isWarning: true,
    });
  if (format.isPlain && video.isCut)
    found.push({
      text: `The video contains parts that were cut out without being removed, so ${label} may refuse it. Export it again from a video editor.`,
      isWarning: true,
    });
  return found;
}

/** Common names of codecs, by the beginning of their MP4 codec string. */
const CODECS: readonly [start: RegExp, VideoCodec][] = [
  [/^avc[1-4]/, 'H.264'],
  [/^(hvc1|hev1|dvh1|dvhe)/, 'H.265'],
  [/^vp08/, 'VP8'],
  [/^vp09/, 'VP9'],
  [/^av01/, 'AV1'],
  [/^mp4v\.6/i, 'MPEG-2'],
  [/^mp4v/, 'MPEG-4'],
  [/^ap(ch|cn|cs|co|4h|4x)/, 'ProRes'],
];

function codecOf(codec: string): VideoCodec | null {
  return CODECS.find(([start]) => start.test(codec))?.[1] ?? null;
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Leaves out a minimum that every video meets. */
function rangeInWords({ min, max }: Range): string {
  return min <= 1 ? `at most ${max}` : `${min} to ${max}`;
}

/** "8.3 megapixels". */
export function inMegapixels(pixels: number): string {
  return `${(pixels / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} megapixels`;
}

/** "59.5 s", "15 min", "12 h". */
export function inSeconds(seconds: number): string {
  if (seconds >= 7200 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds >= 120) return `${Math.round(seconds / 60)} min`;
  return `${seconds.toLocaleString('en', { maximumFractionDigits: 1 })} s`;
}
