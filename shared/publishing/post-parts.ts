import { PLATFORM_LIMITS, textLength } from '../posts/platform-limits.ts';
import { canThread, type Platform, platformOf } from '../posts/platforms.ts';
import { type Thread, threadParts } from '../posts/thread.ts';
import type { ChannelLimits } from './channel.ts';

/** What is said in a post and below it. */
export type Words = { text: string; firstComment: string };

/** The texts that go out, with the first comment as the last where it does. */
export function partsOf(platform: Platform, { text, firstComment }: Words, limits: ChannelLimits): string[] {
  const parts = canThread(platform) ? threadOf(text, platform, limits).parts : [text];
  const comment = firstComment.trim();
  return comment === '' || !sendsFirstComment(platform) ? parts : [...parts, comment];
}

/** Platforms where the first comment is sent with the post: as the last reply of a thread, or as a comment below it. */
export function sendsFirstComment(platform: Platform): boolean {
  return platformOf(platform).replies !== null;
}

/** How long a first comment may be. Where posts make threads, it is the last reply of the thread. */
export function firstCommentLimit(platform: Platform, limits: ChannelLimits): number {
  return (canThread(platform) ? limits.textLength : undefined) ?? PLATFORM_LIMITS[platform].commentLength;
}

/** What is said beforehand where a channel cannot post a first comment, a whole sentence; null where it can. */
export function noCommentText(platform: Platform, { noComment }: Pick<ChannelLimits, 'noComment'>): string | null {
  return (noComment && platformOf(platform).noComment?.[noComment]) ?? null;
}

/** The posts of a text that was written as several, or is too long for one. */
export function threadOf(text: string, platform: Platform, limits: ChannelLimits): Thread {
  const limit = limits.textLength ?? PLATFORM_LIMITS[platform].textLength;
  return threadParts(text, limit, (part) => textLength(part, platform));
}
