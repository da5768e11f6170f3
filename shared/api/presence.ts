import { offTimesSchema } from '../presence/off-times.ts';
import type { Operations } from './operation.ts';

export const presenceApi = {
  getOffTimes: {
    route: 'GET /api/off-times',
    summary: 'List posts that are scheduled for times when no agent usually runs',
    description:
      'For the next 7 days, by the hours in which the agents that can send them (those that hold the login of an account) ran in the last weeks. Empty in the first two weeks.',
    answer: offTimesSchema,
  },
} as const satisfies Operations;
