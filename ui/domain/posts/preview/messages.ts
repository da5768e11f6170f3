import type { Outgoing } from '@/domain/posts/preview/outgoing.ts';
import { plainAddresses } from '@/domain/posts/preview/text-parts.ts';
import { counted } from '@/lib/format.ts';
import { storyRefusal } from '../../../../shared/platforms/story.ts';
import { type MediaProblem, PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import { labelsOf, type Platform, platformLabel, platformName } from '../../../../shared/posts/platforms.ts';

/** All texts of the previews. */
export const previewMessages = {
  noPlatform: 'No platform is selected for this post, so all are shown.',
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
    weighted: 'A link counts as 23 characters, and emoji and letters of many scripts as 2.',
    graphemes: 'The count includes hashtags. An emoji counts as 1 character.',
    short_links: 'A link counts as 23 characters, and @user@server as @user.',
    emoji_bytes: 'The count includes hashtags. An emoji counts as 4 characters or more.',
    characters: 'The count includes hashtags.',
  },
  ownText: 'Custom text for this platform.',
  mainText: 'Uses the main text.',
  plainAddresses: {
    all: (platform: Platform) => `Links in the text are not clickable on ${platformLabel(platform)}.`,
    bare: (platform: Platform) => `Links without https:// are not clickable on ${platformLabel(platform)}.`,
  },
  dropped: (platform: Platform, count: number) =>
    `We use ${counted(PLATFORM_LIMITS[platform].hashtags, 'hashtag')} on ${platformName(platform)}, so the last ${count === 1 ? 'one is' : `${count} are`} left out.`,
  thread: (platform: Platform, count: number) =>
    `Will be published as a thread of ${count} posts on ${platformName(platform)}.`,
  part: (place: number, count: number) => `Post ${place} of ${count}`,
  document: (title: string, pages: number) => `${title} · ${pages} pages`,
  asDocument: (platform: Platform) =>
    `${platformLabel(platform)} gets the pictures as a PDF to swipe through, without their alt texts.`,
  reshaped: {
    crop: (platform: Platform, count: number) =>
      `${count === 1 ? 'A picture is' : `${count} pictures are`} cropped to a shape that ${platformLabel(platform)} supports, as shown.`,
    pad: (platform: Platform, count: number) =>
      `${count === 1 ? 'A picture is sent' : `${count} pictures are sent`} to ${platformLabel(platform)} uncropped, with white borders, as shown.`,
  },
  story: 'Will be published as a story: uncropped, as shown, without text or first comment, for 24 hours.',
  tagged: 'Links are published with your UTM parameters, as shown. Change them in Settings, under Posting.',
  linkCard: {
    loading: 'Reading the page…',
    failed: (reason: string) => `The link card could not be loaded. ${reason}`,
    retry: 'Try again',
    without: 'The link is published without a card.',
    from: (site: string) => `From ${site}`,
    edit: 'Edit card',
    write: 'Write a card',
    remove: 'Remove card',
    again: 'Show the card again',
    actions: 'Link card',
    dialog: {
      title: 'Link card',
      text: `${labelsOf(({ linkCard }) => linkCard)} show it below the text of a post without pictures.`,
      cardTitle: 'Title',
      noTitle: 'Write a title.',
      description: 'Description',
      picture: 'Show the page’s picture',
      noPicture: 'The page has no picture that can be shown.',
      reset: 'Use the page’s text',
      save: 'Save',
      cancel: 'Cancel',
    },
  },
  description: 'Description',
  edit: 'Edit',
} as const;

/** What is wrong with a post on a platform, and how to fix it. */
export type Problem = { what: string; remedy: string };

/** Everything that a platform would refuse; empty if it accepts the post. */
export function problemsOf(outgoing: Outgoing): Problem[] {
  const { platform, check, hashtags, mediaProblem, story, isEmpty } = outgoing;
  const name = platformLabel(platform);
  const limits = PLATFORM_LIMITS[platform];
  const problems: Problem[] = [];
  if (isEmpty) problems.push({ what: 'There is nothing to post.', remedy: `Write some text, or deselect ${name}.` });
  if (check.isTooLong) {
    problems.push({
      what: `${plural(check.length - check.limit, 'character')} too long for ${name}.`,
      remedy: `Shorten it, or write a shorter custom text for ${name}.`,
    });
  }
  if (check.hasTooManyHashtags) {
    problems.push({
      what: `We use at most ${counted(limits.hashtags, 'hashtag')} on ${platformName(platform)}; this post has ${hashtags.length}.`,
      remedy: `Remove ${hashtags.length - limits.hashtags}.`,
    });
  }
  if (check.hasBadTitle) {
    problems.push({
      what: `The first line is the title on ${name}: at most ${limits.titleLength} characters, without < and >.`,
      remedy: `Write a custom text for ${name} that begins with a short line.`,
    });
  }
  const refusal = story && storyRefusal(story.files);
  if (refusal) problems.push({ what: refusal, remedy: `Use one, or publish it on ${name} as a post.` });
  if (mediaProblem) problems.push(mediaWords(platform, mediaProblem));
  return problems;
}

const FITS = ['crop', 'pad'] as const;

/** What may be unexpected on a platform, though nothing is wrong. */
export function hintsOf(outgoing: Outgoing): string[] {
  const { platform, body, parts, droppedHashtags, document, reshaped, story, isTagged } = outgoing;
  const plain = plainAddresses(platform, body);
  return [
    ...(story ? [previewMessages.story] : []),
    ...(parts.length > 1 ? [previewMessages.thread(platform, parts.length)] : []),
    ...(droppedHashtags > 0 ? [previewMessages.dropped(platform, droppedHashtags)] : []),
    ...(document !== null ? [previewMessages.asDocument(platform)] : []),
    ...FITS.flatMap((fit) => (reshaped[fit] > 0 ? [previewMessages.reshaped[fit](platform, reshaped[fit])] : [])),
    ...(isTagged ? [previewMessages.tagged] : []),
    ...(plain ? [previewMessages.plainAddresses[plain](platform)] : []),
  ];
}

function mediaWords(platform: Platform, problem: MediaProblem): Problem {
  const name = platformLabel(platform);
  const { pictures } = PLATFORM_LIMITS[platform];
  const words: Record<MediaProblem, Problem> = {
    needs_media: {
      what: `${name} needs a picture or a video.`,
      remedy: `Add one, or deselect ${name}.`,
    },
    needs_video: {
      what: `${name} only accepts videos, and this post has none.`,
      remedy: `Add one, or deselect ${name}.`,
    },
    too_many: {
      what: `${name} allows at most ${plural(pictures, 'picture')} per post.`,
      remedy: `Use fewer pictures here, or deselect ${name}.`,
    },
    video_among_others: {
      what: `${name} allows one video on its own, without other media.`,
      remedy: `Use only the video here, or deselect ${name}.`,
    },
  };
  return words[problem];
}

function plural(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? word : `${word}s`}`;
}
