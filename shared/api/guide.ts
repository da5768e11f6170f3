import { accountParamsSchema } from '../accounts/accounts.ts';
import {
  GUIDE_EVENT,
  guideWindowSchema,
  keyEntrySchema,
  keyFindingsSchema,
  openGuideSchema,
} from '../publishing/guide-window.ts';
import type { Operations } from './operation.ts';

export const guideApi = {
  openGuide: {
    route: 'POST /api/accounts/:id/guide',
    summary: 'Open the console’s page of a step of connecting',
    description:
      'In a window of the account’s browser on the agent’s machine, or in the one that is open. Nothing is typed or pressed in it. 409 where the platform refuses such windows, or the account’s browser is in use.',
    access: 'owner',
    params: accountParamsSchema,
    body: openGuideSchema,
    answer: guideWindowSchema,
    status: 202,
    errors: [404, 409],
  },
  getGuide: {
    route: 'GET /api/accounts/:id/guide',
    summary: 'Ask at which page that window is',
    description: 'The event stream has each page that the person goes to, and ends with the window.',
    access: 'owner',
    params: accountParamsSchema,
    answer: guideWindowSchema,
    events: { [GUIDE_EVENT]: guideWindowSchema },
  },
  closeGuide: {
    route: 'POST /api/accounts/:id/guide/close',
    summary: 'Close that window',
    access: 'owner',
    params: accountParamsSchema,
    answer: guideWindowSchema,
  },
  checkKeys: {
    route: 'POST /api/accounts/:id/channel/keys',
    summary: 'Ask the platform about the keys that are there so far',
    description:
      'As far as it can be asked without connecting and without cost. Nothing is kept. Empty where it cannot, or does not answer.',
    access: 'owner',
    params: accountParamsSchema,
    body: keyEntrySchema,
    answer: keyFindingsSchema,
    errors: [404],
  },
} as const satisfies Operations;
