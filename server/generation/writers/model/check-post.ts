import type { Slide } from '../../../../shared/pictures/card.ts';
import { checkText, PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';
import type { Alternatives, SourceNote } from '../../../../shared/workspace/database.ts';
import type { WriteRequest, WrittenPost } from '../../post.ts';
import { wordsUpTo } from '../../text/measure.ts';
import { tagsThatFit } from '../fit.ts';
import type { PostAnswer } from './answer-schema.ts';
import { cleanHashtags, cleanText, withoutHashtagRow } from './clean-text.ts';
import { findPassage } from './passage.ts';
import { foreignReferences } from './references.ts';

const CAPTION_MIN = 20;

/**
 * `problems` make a post unusable; `limits` are excesses that are already fixed by dropping the end of the text. Both
 * are worded for the model.
 */
export type CheckedPost = { post: WrittenPost; problems: string[]; limits: string[] };

/** Converts a model's answer to a post and lists its problems. */
export function checkPost(answer: PostAnswer, request: WriteRequest): CheckedPost {
  const caption = withoutHashtagRow(cleanText(answer.caption));
  const hashtags = cleanHashtags(answer.hashtags);
  const slides = slidesOf(answer, request.niche);
  const texts = textsFor(answer, request.platforms);
  const source = sourceOf(answer, request);
  const language = request.sources[0]?.language ?? 'en';
  const everyText = [
    caption,
    ...slides.flatMap(({ title, body }) => [title, body ?? '']),
    ...texts.map(([, text]) => text.caption),
  ];
  const problems = [
    ...(caption.length < CAPTION_MIN ? ['The caption is empty or says next to nothing.'] : []),
    ...(answer.content_type !== 'text' && slides.length === 0
      ? [`A post of type ${answer.content_type} needs a slide with a title.`]
      : []),
    ...texts.filter(([, text]) => text.caption === '').map(([platform]) => `The alternative for ${platform} is empty.`),
    ...texts
      .filter(([platform, text]) => text.caption !== '' && !fitText(platform, text, language))
      .map(([platform]) => `Not even the first sentence of the alternative for ${platform} is short enough.`),
    ...foreignReferences(everyText, request),
    ...(source === 'unknown'
      ? [
          'The passage does not stand in that source. Name the source that the post draws on, and copy a passage of it word for word.',
        ]
      : []),
  ];
  return {
    post: {
      contentType: answer.content_type,
      caption,
      hashtags,
      alternatives: Object.fromEntries(
        texts.map(([platform, text]) => [platform, fitText(platform, text, language) ?? { caption: '', hashtags: [] }]),
      ),
      slides: answer.content_type === 'text' ? [] : slides,
      sources: typeof source === 'object' && source ? [source] : [],
    },
    problems,
    limits: texts
      .filter(([platform, text]) => !fits(platform, text))
      .map(([platform, text]) => overLimit(platform, text)),
  };
}

type FittedText = NonNullable<Alternatives[Platform]>;

function textsFor(answer: PostAnswer, platforms: readonly Platform[]): [Platform, FittedText][] {
  return platforms.map((platform) => {
    const { caption = '', hashtags = [] } = answer.alternatives[platform] ?? {};
    const tags = cleanHashtags(hashtags).slice(0, PLATFORM_LIMITS[platform].hashtags);
    return [platform, { caption: withoutHashtagRow(cleanText(caption)), hashtags: tags }];
  });
}

function slidesOf({ slides, content_type }: PostAnswer, niche: string): Slide[] {
  const written = slides
    .map(({ title, body }) => ({ title: cleanText(title), body: cleanText(body) }))
    .filter(({ title, body }) => title || body)
    .map(({ title, body }) => (title ? { title, ...(body && { body }) } : { title: body }));
  const kept = content_type === 'carousel' ? written : written.slice(0, 1);
  return kept.map((slide, index) => (index === 0 ? { kicker: niche, ...slide } : slide));
}

/**
 * The passage used: null for common knowledge, which is allowed if no source could be read; 'unknown' if no source has
 * the passage.
 */
function sourceOf({ source, passage }: PostAnswer, { sources }: WriteRequest): SourceNote | null | 'unknown' {
  if (sources.length === 0) return null;
  const named = sources[source - 1];
  const candidates = named ? [named, ...sources.filter((other) => other !== named)] : sources;
  for (const candidate of candidates) {
    const note = findPassage(passage, candidate);
    if (note) return note;
  }
  return 'unknown';
}

function overLimit(platform: Platform, { caption, hashtags }: FittedText): string {
  const { length, limit, isTooLong } = checkText(platform, caption, hashtags);
  const label = platformLabel(platform);
  return isTooLong
    ? `The alternative for ${label} counts ${length} with its hashtags, and may count ${limit}. Say less there.`
    : `The first line for ${label} is its title: at most ${PLATFORM_LIMITS[platform].titleLength} characters, without < and >.`;
}

type Fitted = { caption: string; hashtags: string[] };

/** Whether a text is within all of a platform's limits. */
function fits(platform: Platform, { caption, hashtags }: Fitted): boolean {
  const check = checkText(platform, caption, hashtags);
  return !check.isTooLong && !check.hasTooManyHashtags && !check.hasBadTitle;
}

/**
 * Fits a text within a platform's limits: unchanged or, if too long, without its last sentences. Hashtags are dropped
 * before the first sentence. Null when even that does not fit.
 */
function fitText(platform: Platform, { caption, hashtags }: Fitted, language: string): Fitted | null {
  const limits = PLATFORM_LIMITS[platform];
  const allowed = hashtags.slice(0, limits.hashtags);
  const titled = limits.titleLength === undefined ? caption : withTitle(caption, limits.titleLength);
  for (const shorter of shortenings(titled, language)) {
    const tags = tagsThatFit(platform, shorter, allowed);
    if (tags) return { caption: shorter, hashtags: tags };
  }
  return null;
}

function withTitle(caption: string, length: number): string {
  const [title = '', ...rest] = caption.split('\n');
  return [wordsUpTo(title.replace(/[<>]/g, ''), length), ...rest].join('\n');
}

/** The caption with fewer and fewer sentences. */
function* shortenings(caption: string, language: string): Generator<string> {
  const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(caption)];
  for (let count = sentences.length; count > 0; count -= 1) {
    yield sentences
      .slice(0, count)
      .map(({ segment }) => segment)
      .join('')
      .trim();
  }
}
