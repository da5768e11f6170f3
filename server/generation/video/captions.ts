import type { Caption } from '../../../shared/video/film.ts';
import { readingMs } from './reading-time.ts';
import { type TimedScene, VOICE_AFTER_MS } from './timing.ts';

/** Maximum length of a caption in UTF-16 units: about two subtitle lines, readable at a glance. */
const CAPTION_MAX_LENGTH = 84;

/**
 * The captions of a scene. They share its time (or its speech's, if it is spoken) in proportion to how long each takes
 * to read.
 */
export function captionsOf(
  { kind, heading, text, spokenMs }: TimedScene,
  sceneStartMs: number,
  sceneMs: number,
): Caption[] {
  if (kind === 'closing' && spokenMs === null) return [];
  const [startMs, durationMs] = spokenMs === null ? [sceneStartMs, sceneMs] : [sceneStartMs + VOICE_AFTER_MS, spokenMs];
  const parts = [heading ?? '', text].flatMap(partsOf);
  const total = parts.reduce((sum, part) => sum + readingMs(part), 0);
  let at = startMs;
  return parts.map((part) => {
    const endMs = at + (durationMs * readingMs(part)) / Math.max(1, total);
    const caption = { startMs: Math.round(at), endMs: Math.round(endMs), text: part };
    at = endMs;
    return caption;
  });
}

/** Splits a text into captions, between sentences or else between words. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const granularity of ['sentence', 'word'] as const) {
    const source = granularity === 'sentence' ? [text] : parts.splice(0);
    for (const piece of source) parts.push(...joined(piece, granularity));
  }
  return parts.filter(Boolean);
}

function joined(text: string, granularity: 'sentence' | 'word'): string[] {
  if (text.length <= CAPTION_MAX_LENGTH) return [text.trim()];
  const parts: string[] = [];
  let open = '';
  for (const { segment } of new Intl.Segmenter('und', { granularity }).segment(text)) {
    if (open && open.length + segment.trimEnd().length > CAPTION_MAX_LENGTH) {
      parts.push(open.trim());
      open = '';
    }
    open += segment;
  }
  return [...parts, open.trim()];
}
