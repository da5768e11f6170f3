import { learningChangeSchema, learningQuerySchema, learningSchema } from '../learning/learning-api.ts';
import type { Operations } from './operation.ts';

export const learningApi = {
  getLearning: {
    route: 'GET /api/learning',
    summary: 'Read what was learned from published posts',
    description:
      'How well hours, templates and projects did as multiples of the usual, each with the number of posts and the likely range; and what is tried next, and why. For one `account`, or for all.',
    query: learningQuerySchema,
    answer: learningSchema,
    errors: [404],
  },
  setLearning: {
    route: 'PUT /api/learning',
    summary: 'Choose how learning is used',
    description:
      '`off`: nothing. `suggest`: the screens propose another time beside the next free slot. `on`: the next free slot, and the autopilot’s times, templates and projects follow it, within the posting times or hours and the templates and projects that would be chosen from anyway.',
    body: learningChangeSchema,
    answer: learningChangeSchema,
    errors: [409],
  },
} as const satisfies Operations;
