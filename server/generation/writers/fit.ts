import { joinCaption, PLATFORM_LIMITS, textLength, textLimit } from '../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { Alternatives } from '../../../shared/workspace/database.ts';
import { joinSentences, wordsUpTo } from '../text/measure.ts';
import type { Draft, Part } from './draft.ts';

/** A draft as one caption: hook, parts and credit with its link, separated by blank lines. */
export function captionOf(draft: Draft): string {
  return compose(draft, draft.parts, 'full');
}

/**
 * Fits the draft into each platform's limits by leaving out whole parts, never cutting one: first the source's name,
 * then the last sentences or points (an indivisible part as a whole), then the link, and last the hashtags, but never
 * the first sentence.
 */
export function alternativesFor(
  draft: Draft,
  hashtags: readonly string[],
  platforms: readonly Platform[],
): Alternatives {
  return Object.fromEntries(platforms.map((platform) => [platform, fitTo(platform, draft, hashtags)]));
}

function fitTo(platform: Platform, draft: Draft, hashtags: readonly string[]): { caption: string; hashtags: string[] } {
  const limits = PLATFORM_LIMITS[platform];
  const allowed = hashtags.slice(0, limits.hashtags);
  for (const caption of variantsOf(
    limits.titleLength === undefined ? draft : withTitleLine(draft, limits.titleLength),
  )) {
    const tags = tagsThatFit(platform, caption, allowed);
    if (caption && tags) return { caption, hashtags: tags };
  }
  return { caption: '', hashtags: [] };
}

/**
 * The longest list of hashtags, at least one if there are any, that keeps the text within the limit; null when none
 * does.
 */
export function tagsThatFit(platform: Platform, caption: string, hashtags: readonly string[]): string[] | null {
  // With the limit for posts with media, because generated posts may get pictures.
  const limit = textLimit(platform, true);
  for (let count = hashtags.length; count >= Math.min(1, hashtags.length); count -= 1) {
    const tags = hashtags.slice(0, count);
    if (textLength(joinCaption(caption, tags), platform) <= limit) return tags;
  }
  return null;
}

/** Makes the first line a title for YouTube, without angle brackets. */
function withTitleLine(draft: Draft, length: number): Draft {
  const clean = (text: string) => text.replace(/[<>]/g, '');
  const line = [draft.title, draft.hook].map(clean).find((text) => text.length >= 2 && text.length <= length);
  const parts = draft.parts.map((part) => ({ ...part, sentences: part.sentences.map(clean) }));
  return { ...draft, hook: line ?? wordsUpTo(clean(draft.title), length), parts };
}

/** Versions of the draft, each shorter than the previous one. */
function* variantsOf(draft: Draft): Generator<string> {
  yield compose(draft, draft.parts, 'full');
  for (const credit of ['link', 'none'] as const) {
    yield compose(draft, draft.parts, credit);
    if (draft.isIndivisible) yield compose(draft, [], credit);
    else
      for (let parts = shorten(draft.parts); parts.length > 0; parts = shorten(parts))
        yield compose(draft, parts, credit);
  }
  const [first] = draft.parts[0]?.sentences ?? [];
  if (first) yield first;
  yield draft.hook;
}

/** Without the last sentence of a text, or the last point of a list. */
function shorten(parts: readonly Part[]): Part[] {
  const last = parts.at(-1);
  if (!last) return [];
  const rest = parts.slice(0, -1);
  return last.title === undefined && last.sentences.length > 1
    ? [...rest, { sentences: last.sentences.slice(0, -1) }]
    : rest;
}

function compose(draft: Draft, parts: readonly Part[], credit: 'full' | 'link' | 'none'): string {
  const isList = draft.numbered && parts.length > 1;
  const { line, link } = draft.credit;
  const from = { full: [line, link], link: [link], none: [] }[credit];
  const body = parts.map((part, index) => partText(part, isList ? `${index + 1}. ` : ''));
  return [draft.hook, ...body, from.filter(Boolean).join('\n')].filter(Boolean).join('\n\n');
}

function partText(part: Part, mark: string): string {
  return mark + [part.title, joinSentences(part.sentences)].filter(Boolean).join('\n');
}
