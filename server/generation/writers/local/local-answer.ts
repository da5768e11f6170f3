import { z } from 'zod';
import { PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';
import type { ContentType } from '../../../../shared/workspace/database.ts';
import type { WriteRequest, WrittenPost } from '../../post.ts';
import type { PostAnswer } from '../model/answer-schema.ts';
import { type CheckedPost, checkPost } from '../model/check-post.ts';
import { isNearDuplicate } from '../text/similarity.ts';
import type { Example } from './examples.ts';
import type { LocalTask } from './local-prompt.ts';

const written = {
  title: z.string().min(2).max(80),
  caption: z.string().min(40).max(800),
  hashtags: z.array(z.string().min(2).max(30)).min(3).max(5),
};

/**
 * The fields that a small model fills in; the limits are part of its grammar, so that answers end. The rest of the post
 * is derived.
 */
export const localAnswerSchema = z.object({ passage: z.string().min(10).max(400), ...written });
/** For requests without a source. */
export const freeAnswerSchema = z.object(written);

type LocalAnswer = z.infer<typeof freeAnswerSchema> & { passage?: string };

/** If no platform requires media, every third post has none. */
const TEXT_EVERY = 3;
/** Minimum points for a carousel, each on its own slide after the title. */
const POINTS_MIN = 3;
const POINTS_MAX = 7;

/** `request` is that of the whole run; `index` is the 0-based number of this post. */
type Place = { task: LocalTask; request: WriteRequest; index: number; example: Example };

/**
 * Converts an answer to a post and checks it like other models' answers, and for typical faults of small models:
 * invented figures, and repetition of the example or an earlier post.
 */
export function checkLocalPost(answer: LocalAnswer, { task, request, index, example }: Place): CheckedPost {
  const { caption, title, hashtags, passage = '' } = answer;
  const text = { caption, hashtags };
  const points = pointsIn(caption);
  const contentType = contentTypeFor(request, index, points.length);
  const full: PostAnswer = {
    source: task.material ? task.material.excerpt.source + 1 : 0,
    passage,
    content_type: contentType,
    ...text,
    slides: [title, ...(contentType === 'carousel' ? points : [])].map((words) => ({ title: words, body: '' })),
    alternatives: Object.fromEntries(request.platforms.map((platform) => [platform, text])),
  };
  const checked = checkPost(full, request);
  const known = task.material ? `${task.material.source.title} ${task.material.excerpt.text}` : '';
  const own = figuresIn(`${title} ${caption}`).filter((figure) => !figuresIn(known).includes(figure));
  const problems = [
    ...checked.problems,
    ...(own.length > 0 ? [`The text does not have the figure ${own.join(', ')}. Leave it out.`] : []),
    ...(isNearDuplicate(caption, example.caption) ? ['The post is that of the example. Write about the text.'] : []),
    ...(request.avoid.some((earlier) => isNearDuplicate(caption, earlier))
      ? ['There is such a post already. Say something else of the text.']
      : []),
  ];
  return { ...checked, post: withoutLooseNumbers(checked.post), problems };
}

/** If a list was shortened for a platform, the number of the first dropped point may remain at its end. */
function withoutLooseNumbers(post: WrittenPost): WrittenPost {
  const alternatives = Object.entries(post.alternatives).map(([platform, text]) => [
    platform,
    { ...text, caption: text.caption.replace(/\n+\d{1,2}\.$/, '') },
  ]);
  return { ...post, alternatives: Object.fromEntries(alternatives) };
}

/** The points of a numbered list; empty if there are too few for slides. */
function pointsIn(caption: string): string[] {
  const points = caption.split('\n').flatMap((line) => /^\d{1,2}[.)] +(\S.*)$/.exec(line.trim())?.[1] ?? []);
  return points.length < POINTS_MIN ? [] : points.slice(0, POINTS_MAX);
}

function contentTypeFor({ platforms, hasVideo }: WriteRequest, index: number, points: number): ContentType {
  if (index === 0 && hasVideo && platforms.some((id) => platformOf(id).showsProjectVideos)) return 'video';
  if (points > 0) return 'carousel';
  const needsPicture = platforms.some((platform) => PLATFORM_LIMITS[platform].needsMedia);
  return index % TEXT_EVERY === TEXT_EVERY - 1 && !needsPicture ? 'text' : 'image';
}

/**
 * Normalised numbers of two or more digits: 1,200 and 1.200 are equal. Single digits are ignored, because they may just
 * number points.
 */
function figuresIn(text: string): string[] {
  return (text.match(/\p{Nd}(?:[\p{Nd}.,]*\p{Nd})/gu) ?? []).map((figure) => figure.replace(/[.,]/g, ''));
}
