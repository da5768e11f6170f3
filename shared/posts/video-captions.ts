import { z } from 'zod';
import { storableText } from './storable-text.ts';

/** The limits of the table media_details. Times in a video are in milliseconds. */
export const VIDEO_TIME_MAX_MS = 24 * 3_600_000;
export const CAPTIONS_MAX = 500;
export const CAPTION_TEXT_MAX = 500;

const time = z.int().min(0).max(VIDEO_TIME_MAX_MS);

/** The time of a video's cover frame, in milliseconds from its start. */
export const coverTimeSchema = time;

/** A video's captions, in chronological order. */
export const videoCaptionsSchema = z
  .array(z.object({ startMs: time, endMs: time, text: storableText(CAPTION_TEXT_MAX) }))
  .max(CAPTIONS_MAX);
export type VideoCaptions = z.infer<typeof videoCaptionsSchema>;

/** As a SubRip file, which most platforms accept. */
export function toSrt(captions: VideoCaptions): string {
  return shown(captions)
    .map(
      ({ startMs, endMs, text }, index) => `${index + 1}\n${clock(startMs, ',')} --> ${clock(endMs, ',')}\n${text}\n`,
    )
    .join('\n');
}

/** As a WebVTT file. https://www.w3.org/TR/webvtt1/ */
export function toVtt(captions: VideoCaptions): string {
  const cues = shown(captions).map(
    ({ startMs, endMs, text }) => `${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${escaped(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** The captions with text and a duration, in order. Empty lines are removed, since they would end a cue. */
function shown(captions: VideoCaptions): VideoCaptions {
  return captions
    .map((one) => ({ ...one, text: one.text.replace(/\s*\n\s*/g, '\n').trim() }))
    .filter(({ startMs, endMs, text }) => endMs > startMs && text !== '')
    .sort((a, b) => a.startMs - b.startMs);
}

function clock(ms: number, point: ',' | '.'): string {
  const part = (unit: number, of: number) => String(Math.floor(ms / unit) % of).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${part(3_600_000, 100)}:${part(60_000, 60)}:${part(1000, 60)}${point}${rest}`;
}

/** Also escapes `-->`, which only a cue's times may contain. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
