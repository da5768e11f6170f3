import type { TextCheck } from '../../../../shared/platform-limits.ts';
import { PLATFORM_LIMITS } from '../../../../shared/platform-limits.ts';
import { type Platform, platformLabel } from '../../../../shared/platforms.ts';

/** Every word of the editor. */
export const editorMessages = {
  title: 'Edit text',
  text: 'What goes out on each platform, counted as the platform counts it.',
  loading: 'Loading the text...',
  loadFailed: 'The text could not be loaded',
  notFound: { title: 'This post is gone', description: 'It was deleted, here or elsewhere.' },
  published: 'This post is out already: what you change here stays here.',
  restored: 'These are your unsaved changes from before.',
  versions: 'Text for',
  main: 'Main text',
  caption: 'Caption',
  hashtags: 'Hashtags',
  hashtagsHint: 'Words with or without #, with spaces between them.',
  usesMain: (platform: Platform) => `${platformLabel(platform)} gets the main text.`,
  writeOwn: 'Write a text of its own',
  useMain: 'Use the main text instead',
  keepOwn: (platforms: Platform[]) =>
    `${list(platforms)} ${platforms.length === 1 ? 'has a text of its own and keeps it.' : 'have texts of their own and keep them.'}`,
  useEverywhere: 'Use the main text everywhere',
  save: 'Save text',
  saving: 'Saving...',
  close: 'Close',
  discard: 'Discard changes',
  saved: 'Text saved',
  failed: (reason: string) => `The text was not saved. ${reason}`,
  gone: 'This post was deleted elsewhere, so there is nothing to save to. Copy your text if you still need it.',
  changed: 'This post was changed elsewhere while you were editing. It reads there now:',
  keepMine: 'Save mine over it',
  useTheirs: 'Discard mine',
} as const;

/** What is wrong with a text on a platform, one sentence each; none where it fits. */
export function warningsOf(platform: Platform, check: TextCheck): string[] {
  const name = platformLabel(platform);
  const limits = PLATFORM_LIMITS[platform];
  const over = check.length - check.limit;
  return [
    ...(check.isTooLong ? [`${name}: ${over} ${over === 1 ? 'character' : 'characters'} too long.`] : []),
    ...(check.hasTooManyHashtags ? [`${name}: takes at most ${limits.hashtags} hashtags.`] : []),
    ...(check.hasBadTitle
      ? [`${name}: the first line is its title, of at most ${limits.titleLength} characters and without < or >.`]
      : []),
  ];
}

function list(platforms: readonly Platform[]): string {
  return new Intl.ListFormat('en').format(platforms.map(platformLabel));
}
