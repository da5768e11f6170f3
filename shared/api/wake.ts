import { wakeChangeSchema, wakeSchema } from '../wake/wake.ts';
import type { Operations } from './operation.ts';

export const wakeApi = {
  getWake: {
    route: 'GET /api/wake',
    summary: 'Get whether the agent’s computer is woken for posts',
    answer: wakeSchema,
  },
  setWake: {
    route: 'PUT /api/wake',
    summary: 'Set whether the agent’s computer is woken for posts',
    description: 'Two minutes before the next post. 409 if its system cannot.',
    access: 'owner',
    body: wakeChangeSchema,
    answer: wakeSchema,
    errors: [409],
  },
} as const satisfies Operations;
