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
    summary: 'Open the console page for a step of connecting',
    description:
      'In a window of the account’s browser on the agent’s machine, or in the one that is open. Nothing is typed or pressed in it. 409 if the platform refuses such windows, or the account’s browser is in use.',
    access: 'owner',
    params: accountParamsSchema,
    body: openGuideSchema,
    answer: guideWindowSchema,
    status: 202,
    errors: [404, 409],
  },
  getGuide: {
    route: 'GET /api/accounts/:id/guide',
    summary: 'Get the page that the window shows',
    description: 'The event stream sends each page that the user visits, and ends with the window.',
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
    summary: 'Check the keys entered so far with the platform',
    description:
      'As far as possible without connecting and without cost. Nothing is stored. Empty if it is not possible, or the platform does not respond.',
    access: 'owner',
    params: accountParamsSchema,
    body: keyEntrySchema,
    answer: keyFindingsSchema,
    errors: [404],
  },
} as const satisfies Operations;
