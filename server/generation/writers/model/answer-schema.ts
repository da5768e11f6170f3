import { z } from 'zod';
import { PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import type { ContentType } from '../../../../shared/workspace/database.ts';
import type { WriteRequest } from '../../post.ts';

const SLIDES_MAX = 8;

const fittedText = z.object({ caption: z.string(), hashtags: z.array(z.string()) });

/**
 * The shape of a post as a model answers it: every field is required and none has limits of its own, because that is
 * all that every provider's structured output takes. What a post must be besides is checkPost's to say.
 */
export function answerSchema({ platforms, hasVideo }: Pick<WriteRequest, 'platforms' | 'hasVideo'>) {
  return z.object({
    /** Number of the source as it stands in the prompt; 0 for common knowledge. */
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

/** What a post for these platforms may be. */
export function contentTypes(platforms: readonly Platform[], hasVideo: boolean): [ContentType, ...ContentType[]] {
  const takesText = !platforms.some((platform) => PLATFORM_LIMITS[platform].needsMedia);
  return ['image', 'carousel', ...(takesText ? ['text' as const] : []), ...(hasVideo ? ['video' as const] : [])];
}
