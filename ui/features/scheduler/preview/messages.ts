import type { Outgoing } from '@/features/scheduler/preview/outgoing.ts';
import { hasAddress, linksAddresses } from '@/features/scheduler/preview/text-parts.ts';
import { type MediaProblem, PLATFORM_LIMITS } from '../../../../shared/platform-limits.ts';
import { type Platform, platformLabel } from '../../../../shared/platforms.ts';

/** Every word of the previews. */
export const previewMessages = {
  title: 'Preview',
  text: 'About how this post will look on each platform, and whether it fits there.',
  loading: 'Loading the preview...',
  loadFailed: 'The preview could not be loaded',
  notFound: { title: 'This post is gone', description: 'It was deleted, here or elsewhere.' },
  noPlatform: 'No platform is chosen for this post, so all of them are shown.',
  platforms: 'Platforms',
  warned: 'does not fit',
  account: 'Your account',
  now: 'Now',
  more: '… more',
  less: 'Show less',
  moreSlides: (count: number) => `+${count}`,
  fits: 'Fits',
  textCount: 'Text',
  titleCount: 'Title',
  count: (length: number, limit: number) => `${length.toLocaleString('en')} / ${limit.toLocaleString('en')}`,
  counting: {
    weighted: 'X counts an address as 23, and an emoji and each letter of many scripts as 2.',
    characters: 'Counted with the hashtags.',
  },
  ownText: 'It has a text of its own here.',
  mainText: 'The main text goes out here.',
  noLinks: (platform: Platform) => `Addresses in a text cannot be pressed on ${platformLabel(platform)}.`,
  dropped: (platform: Platform, count: number) =>
    `${platformLabel(platform)} takes ${PLATFORM_LIMITS[platform].hashtags} hashtags, so the last ${count === 1 ? 'one stays' : `${count} stay`} out.`,
  description: 'Description',
  edit: 'Edit text…',
} as const;

/** What is wrong with a post on a platform, and what to do about it. */
export type Problem = { what: string; remedy: string };

/** Everything that a platform would refuse; none where it takes the post. */
export function problemsOf(outgoing: Outgoing): Problem[] {
  const { platform, check, hashtags, mediaProblem, isEmpty } = outgoing;
  const name = platformLabel(platform);
  const limits = PLATFORM_LIMITS[platform];
  const problems: Problem[] = [];
  if (isEmpty)
    problems.push({ what: 'There is nothing to post.', remedy: 'Write a text, or leave this platform out.' });
  if (check.isTooLong) {
    problems.push({
      what: `${plural(check.length - check.limit, 'character')} too long for ${name}.`,
      remedy: 'Shorten it under Edit text, or give this platform a shorter text of its own.',
    });
  }
  if (check.hasTooManyHashtags) {
    problems.push({
      what: `${name} takes at most ${limits.hashtags} hashtags; this post has ${hashtags.length}.`,
      remedy: `Take out ${hashtags.length - limits.hashtags} under Edit text.`,
    });
  }
  if (check.hasBadTitle) {
    problems.push({
      what: `The first line is the title on ${name}: at most ${limits.titleLength} characters, without < and >.`,
      remedy: 'Give this platform a text of its own that begins with a short line.',
    });
  }
  if (mediaProblem) problems.push(mediaWords(platform, mediaProblem));
  return problems;
}

/** What may surprise on a platform, though nothing is wrong. */
export function hintsOf({ platform, body, droppedHashtags }: Outgoing): string[] {
  return [
    ...(droppedHashtags > 0 ? [previewMessages.dropped(platform, droppedHashtags)] : []),
    ...(!linksAddresses(platform) && hasAddress(body) ? [previewMessages.noLinks(platform)] : []),
  ];
}

function mediaWords(platform: Platform, problem: MediaProblem): Problem {
  const name = platformLabel(platform);
  const { pictures } = PLATFORM_LIMITS[platform];
  const words: Record<MediaProblem, Problem> = {
    needs_media: {
      what: `${name} takes no post without a picture or a video.`,
      remedy: 'Make it with a picture in the Content Creator, or leave this platform out.',
    },
    needs_video: {
      what: `${name} takes videos only, and this post has none.`,
      remedy: 'Make it with a video in the Content Creator, or leave this platform out.',
    },
    too_many: {
      what: `${name} shows at most ${plural(pictures, 'picture')} in a post.`,
      remedy: 'Make one with fewer pictures for it, or leave this platform out.',
    },
    video_among_others: {
      what: `${name} takes one video alone, not beside others.`,
      remedy: 'Make one with the video alone for it, or leave this platform out.',
    },
  };
  return words[problem];
}

function plural(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? word : `${word}s`}`;
}
