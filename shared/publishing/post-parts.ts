import type { OptionEffects } from '../platforms/options.ts';
import { type Destination, PLATFORM_LIMITS, type PostWords, textFor, textLength } from '../posts/platform-limits.ts';
import { canThread, type Platform, platformOf } from '../posts/platforms.ts';
import { type Thread, threadParts } from '../posts/thread.ts';
import { asOnePost } from '../posts/thread-parts.ts';
import type { ChannelLimits } from './channel.ts';

/** A post's text and its first comment. */
export type Words = { text: string; firstComment: string };

/** The texts to send, the first comment last if it is sent. */
export function partsOf(platform: Platform, { text, firstComment }: Words, limits: ChannelLimits): string[] {
  const parts = canThread(platform) ? threadOf(text, platform, limits).parts : [text];
  const comment = firstComment.trim();
  return comment === '' || !sendsFirstComment(platform, limits) ? parts : [...parts, comment];
}

/** The posts that a user publishes manually: several only if the platform supports threads. */
export function partsByHand(destination: Destination, words: PostWords): string[] {
  const { platform } = destination;
  const text = textFor(destination, words);
  if (!canThread(platform)) return [asOnePost(text).trim()];
  const { parts, rest } = threadOf(text.trim(), platform, {});
  return rest === '' ? parts : [...parts, rest];
}

/** Whether the first comment is sent with the post: as a thread's last reply, or as a comment below it. */
export function sendsFirstComment(platform: Platform, { noComment }: Pick<ChannelLimits, 'noComment'> = {}): boolean {
  return platformOf(platform).replies !== null && noComment !== 'not_offered';
}

/** Longest first comment. On platforms with threads it is the thread's last reply. */
export function firstCommentLimit(platform: Platform, limits: ChannelLimits): number {
  return (canThread(platform) ? limits.textLength : undefined) ?? PLATFORM_LIMITS[platform].commentLength;
}

/** The reasons that depend on a choice, made when connecting or for a post. */
const NO_COMMENT_CHOICES = ['made_for_kids', 'private'] as const;

/** Why a channel cannot post the first comment of a post with these effects, as a sentence; null if it can. */
export function noCommentText(
  platform: Platform,
  { noComment, keepsPrivate }: Pick<ChannelLimits, 'noComment' | 'keepsPrivate'>,
  { noComment: chosen = {} }: OptionEffects = {},
): string | null {
  const ofPost = NO_COMMENT_CHOICES.find((why) => chosen[why] === true);
  const isUndone = noComment !== undefined && chosen[noComment] === false;
  const otherwise = keepsPrivate ? 'unaudited' : 'maybe_unaudited';
  const why = ofPost ?? (isUndone ? otherwise : noComment);
  return (why && platformOf(platform).noComment?.[why]) ?? null;
}

/** The posts of a text that was written as several, or is too long for one. */
export function threadOf(text: string, platform: Platform, limits: ChannelLimits): Thread {
  const limit = limits.textLength ?? PLATFORM_LIMITS[platform].textLength;
  return threadParts(text, limit, (part) => textLength(part, platform));
}
