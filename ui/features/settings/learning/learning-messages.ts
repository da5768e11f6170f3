import type { LearningMode } from '../../../../shared/learning/choice.ts';

export const learningMessages = {
  title: 'Learning',
  legend: 'Learn from what worked',
  hint: 'Your published posts show which hours, templates and projects do better than usual, once the figures of at least 5 posts are known. Everything stays within your posting times, and nothing is posted more often.',
  choices: {
    off: 'Off',
    suggest: 'Suggest a time beside the next free slot',
    on: 'On: the next free slot and the AI Autopilot follow it',
  } satisfies Record<LearningMode, string>,
} as const;
