import { offTimesSchema } from '../presence/off-times.ts';
import type { Operations } from './operation.ts';

export const presenceApi = {
  getOffTimes: {
    route: 'GET /api/off-times',
    summary: 'List posts that fall into times when no agent usually runs',
    description:
      'Of the next 7 days, by the hours in which the agents that can send them ran in the last weeks: those that hold the login of an account. Nothing is said in the first two weeks.',
    answer: offTimesSchema,
  },
} as const satisfies Operations;
