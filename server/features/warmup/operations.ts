import { WARMUP_EVENTS, warmupStatusSchema } from '../../../shared/accounts/warmup.ts';
import type { OperationGroup } from '../../openapi/operation.ts';

export const warmupOperations: OperationGroup = {
  tag: 'Warm-up',
  about: 'Warm-ups of Instagram accounts in a browser on the agent’s machine.',
  operations: {
    'POST /api/warmup/instagram': {
      id: 'startWarmup',
      summary: 'Start a warm-up',
      description:
        '429 until 24 hours after the last one; 409 while one runs, or with `no_session` where the account is not logged in here.',
      errors: [404, 409, 429],
    },
    'GET /api/warmup/status/:accountId': {
      id: 'getWarmupStatus',
      summary: 'Ask how an account’s warm-up stands',
      description: 'The event stream has each change, until it is over.',
      errors: [404],
      events: { [WARMUP_EVENTS.status]: warmupStatusSchema },
    },
    'POST /api/warmup/cancel/:accountId': { id: 'cancelWarmup', summary: 'Stop a warm-up', errors: [404, 409] },
    'GET /api/warmup/runs': { id: 'listWarmups', summary: 'List warm-ups with their journals, newest first' },
    'GET /api/warmup/runs/:id/screenshot': {
      id: 'getWarmupScreenshot',
      summary: 'Get the last screenshot of a warm-up',
      errors: [404],
      file: 'image/png',
    },
  },
};
