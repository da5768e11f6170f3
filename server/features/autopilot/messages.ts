import type { GenerationProgress } from '../../../shared/posts/generation.ts';

export const AUTOPILOT = {
  title: 'AI Autopilot',
  about:
    'Makes and schedules one post for the content project that lacks posts most, at the start of the posting hours.',
} as const;

export const nothingMade = 'No post could be made.';

export const made = (created: number, template: string | undefined, message: string | undefined) =>
  [`Made ${created} ${created === 1 ? 'post' : 'posts'} with the template ${template ?? 'General'}.`, message]
    .filter(Boolean)
    .join(' ');

const STEP_IN_WORDS: { [step in GenerationProgress['step']]: string } = {
  sources: 'Reading the sources',
  writing: 'Writing the post',
  media: 'Drawing the pictures',
  scheduling: 'Finding a free time',
};

export const stepInWords = ({ step }: GenerationProgress) => STEP_IN_WORDS[step];
