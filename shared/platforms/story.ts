import type { OptionEffects, OptionValues, PlatformOption } from './options.ts';

export const STORY = 'story';
/** The length of a story's video in seconds, according to the documentation of Instagram and Facebook. */
export const STORY_SECONDS = { min: 3, max: 60 };

export function storyEffects({ format }: OptionValues): OptionEffects {
  return { isStory: format === STORY };
}

/** Whether a post with these files and options is published as a story, without loading the platform's options. */
export function isStory(options: OptionValues | undefined, media: readonly unknown[]): boolean {
  return media.length > 0 && options?.format === STORY;
}

/** Why platforms refuse a story with this many files; null if they do not. */
export function storyRefusal(files: number): string | null {
  return files > 1 ? `A story is one picture or one video; this post has ${files} files.` : null;
}

/** What a story is published without, as a sentence; null if nothing. */
export function storyNote(text: string, firstComment: string): string | null {
  const without = [...(text.trim() ? ['its text'] : []), ...(firstComment.trim() ? ['its first comment'] : [])];
  return without.length > 0 ? `A story is published without ${without.join(' and ')}.` : null;
}

/** The choice between a story and an ordinary post, whose label is `post`. */
export function storyField(post: string): PlatformOption {
  return {
    name: 'format',
    label: 'Publish as',
    help: 'A story is one picture or one video, upright, without its text and first comment, and is shown for 24 hours.',
    concerns: ['pictures', 'video'],
    isOfPost: true,
    kind: 'choice',
    choices: [
      { value: 'post', label: post },
      { value: STORY, label: 'Story' },
    ],
  };
}
