import { wakeChangeSchema, wakeSchema } from '../wake/wake.ts';
import type { Operations } from './operation.ts';

export const wakeApi = {
  getWake: {
    route: 'GET /api/wake',
    summary: 'Say whether the computer of the agent is woken for posts',
    answer: wakeSchema,
  },
  setWake: {
    route: 'PUT /api/wake',
    summary: 'Have the computer of the agent woken for posts, or not',
    description: 'Two minutes before the next post. 409 where its system cannot.',
    access: 'owner',
    body: wakeChangeSchema,
    answer: wakeSchema,
    errors: [409],
  },
} as const satisfies Operations;
