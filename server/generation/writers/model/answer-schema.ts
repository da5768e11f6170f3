import { z } from 'zod';
import { PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import type { ContentType } from '../../../../shared/workspace/database.ts';
import type { WriteRequest } from '../../post.ts';

const SLIDES_MAX = 8;

const fittedText = z.object({ caption: z.string(), hashtags: z.array(z.string()) });

/**
 * The schema of a model's post. All fields are required and texts have no limits, because every provider's structured
 * output supports that subset. checkPost checks the rest.
 */
export function answerSchema({ platforms, hasVideo }: Pick<WriteRequest, 'platforms' | 'hasVideo'>) {
  return z.object({
    /** The source's number in the prompt; 0 for common knowledge. */
    source: z.number(),
    passage: z.string(),
    content_type: z.enum(contentTypes(platforms, hasVideo)),
    caption: z.string(),
    hashtags: z.array(z.string()),
    slides: z.array(z.object({ title: z.string(), body: z.string() })).max(SLIDES_MAX),
    alternatives: z.object(Object.fromEntries(platforms.map((platform) => [platform, fittedText]))),
  });
}

export type PostAnswer = z.infer<ReturnType<typeof answerSchema>>;

/** The content types that a post for these platforms may have. */
export function contentTypes(platforms: readonly Platform[], hasVideo: boolean): [ContentType, ...ContentType[]] {
  const takesText = !platforms.some((platform) => PLATFORM_LIMITS[platform].needsMedia);
  return ['image', 'carousel', ...(takesText ? ['text' as const] : []), ...(hasVideo ? ['video' as const] : [])];
}
