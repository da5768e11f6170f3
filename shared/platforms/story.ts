import type { OptionEffects, OptionValues, PlatformOption } from './options.ts';

export const STORY = 'story';
/** Seconds of a story's video, by the documents of Instagram and Facebook. */
export const STORY_SECONDS = { min: 3, max: 60 };

export function storyEffects({ format }: OptionValues): OptionEffects {
  return { isStory: format === STORY };
}

/** Whether a post is a story. `post` names what it is otherwise. */
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
