import type { TextCheck } from '../../../../shared/posts/platform-limits.ts';
import { PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

/** Every word of the editor. */
export const editorMessages = {
  title: 'Edit text',
  text: 'The text for each platform, with its own character count.',
  loading: 'Loading the text...',
  loadFailed: 'Could not load the text',
  notFound: { title: 'Post not found', description: 'It has been deleted.' },
  published: 'This post is already published. Changes made here will not appear on the platforms.',
  restored: 'Your unsaved changes were restored.',
  versions: 'Text for',
  main: 'Main text',
  caption: 'Caption',
  hashtags: 'Hashtags',
  hashtagsHint: 'Separate with spaces. The # is optional.',
  usesMain: (platform: Platform) => `${platformLabel(platform)} uses the main text.`,
  writeOwn: 'Write a custom text',
  useMain: 'Use the main text instead',
  keepOwn: (platforms: Platform[]) =>
    `${list(platforms)} ${platforms.length === 1 ? 'keeps its custom text.' : 'keep their custom texts.'}`,
  useEverywhere: 'Use the main text everywhere',
  save: 'Save text',
  saving: 'Saving...',
  close: 'Close',
  discard: 'Discard changes',
  saved: 'Text saved',
  savedAccounts: 'Accounts saved',
  failed: (reason: string) => `The text was not saved. ${reason}`,
  gone: 'This post was deleted elsewhere and cannot be saved. Copy your text if you still need it.',
  changed: 'This post was changed elsewhere while you were editing. The other version:',
  keepMine: 'Overwrite with mine',
  useTheirs: 'Discard mine',
} as const;

/** What is wrong with a text on a platform, one sentence each; none where it fits. */
export function warningsOf(platform: Platform, check: TextCheck): string[] {
  const name = platformLabel(platform);
  const limits = PLATFORM_LIMITS[platform];
  const over = check.length - check.limit;
  return [
    ...(check.isTooLong ? [`${name}: ${over} ${over === 1 ? 'character' : 'characters'} too long.`] : []),
    ...(check.hasTooManyHashtags ? [`${name}: at most ${limits.hashtags} hashtags.`] : []),
    ...(check.hasBadTitle
      ? [`${name}: the first line is the title. Use at most ${limits.titleLength} characters and no < or >.`]
      : []),
  ];
}

function list(platforms: readonly Platform[]): string {
  return new Intl.ListFormat('en').format(platforms.map(platformLabel));
}
