import type { PlatformOption } from './options.ts';

export const STORY = 'story';

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
