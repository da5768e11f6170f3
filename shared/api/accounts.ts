import { z } from 'zod';
import {
  COOKIE_FILE_MAX_BYTES,
  cookieImportSchema,
  loginStateSchema,
  sessionStateSchema,
} from '../accounts/account-session.ts';
import {
  accountEntrySchema,
  accountListSchema,
  accountParamsSchema,
  accountSchema,
  postingDefaultsChangeSchema,
  postingDefaultsSchema,
} from '../accounts/accounts.ts';
import {
  WARMUP_EVENTS,
  warmupRunListSchema,
  warmupRunSchema,
  warmupRunsQuerySchema,
  warmupStartSchema,
  warmupStatusSchema,
} from '../accounts/warmup.ts';
import type { Operations } from './operation.ts';

export const accountApi = {
  listAccounts: {
    route: 'GET /api/accounts',
    summary: 'List the accounts, newest first',
    answer: accountListSchema,
  },
  addAccount: {
    route: 'POST /api/accounts',
    summary: 'Add an account',
    body: accountEntrySchema,
    answer: accountSchema,
    status: 201,
    errors: [409],
  },
  removeAccount: {
    route: 'DELETE /api/accounts/:id',
    summary: 'Remove an account',
    description:
      'Also deletes its session and browser profile on this machine. Posts that its platform holds are taken back first, as far as the platform allows (`takeBackPosts`).',
    params: accountParamsSchema,
    errors: [404, 409],
  },
  releaseAccount: {
    route: 'POST /api/accounts/:id/release',
    summary: 'Resume automatic warm-ups after "too many requests"',
    params: accountParamsSchema,
    answer: accountSchema,
    errors: [404, 409, 429],
  },
  getPostingDefaults: {
    route: 'GET /api/accounts/:id/posting-defaults',
    summary: 'Read the default options of an account’s posts',
    params: accountParamsSchema,
    answer: postingDefaultsSchema,
    errors: [404],
  },
  setPostingDefaults: {
    route: 'PUT /api/accounts/:id/posting-defaults',
    summary: 'Set the default options of an account’s posts',
    description:
      'Replaces the earlier defaults. A post’s own options take precedence. `handOverHours` (Hand over early) is for platforms that can hold posts; null means never. Posts that were handed over stay there.',
    params: accountParamsSchema,
    body: postingDefaultsChangeSchema,
    answer: postingDefaultsSchema,
    errors: [404],
  },
  openLogin: {
    route: 'POST /api/accounts/:id/login',
    summary: 'Open a window for logging in',
    description: 'On the agent’s machine, for the user in front of it.',
    access: 'owner',
    params: accountParamsSchema,
    answer: loginStateSchema,
    status: 202,
    errors: [404, 409],
  },
  getLogin: {
    route: 'GET /api/accounts/:id/login',
    summary: 'Get the state of that window',
    params: accountParamsSchema,
    answer: loginStateSchema,
  },
  closeLogin: {
    route: 'POST /api/accounts/:id/login/cancel',
    summary: 'Close that window',
    params: accountParamsSchema,
    answer: loginStateSchema,
    errors: [404],
  },
  importCookies: {
    route: 'POST /api/accounts/:id/cookies',
    summary: 'Log in with cookies from another browser',
    access: 'owner',
    params: accountParamsSchema,
    body: cookieImportSchema,
    // The largest cookie file, with every character escaped in JSON.
    bodyLimit: 6 * COOKIE_FILE_MAX_BYTES + 1024,
    answer: sessionStateSchema,
    errors: [404, 409],
  },
  checkAccount: {
    route: 'POST /api/accounts/:id/check',
    summary: 'Check whether an account is still logged in',
    params: accountParamsSchema,
    answer: sessionStateSchema,
    errors: [404, 409],
  },
  forgetSession: {
    route: 'DELETE /api/accounts/:id/session',
    summary: 'Delete an account’s login on this machine',
    description: 'Succeeds even if there is none.',
    access: 'owner',
    params: accountParamsSchema,
    errors: [409],
  },
} as const satisfies Operations;

const warmupParams = z.object({ accountId: z.uuid('expected the id of an account') });

export const warmupApi = {
  startWarmup: {
    route: 'POST /api/warmup/instagram',
    summary: 'Start a warm-up',
    description:
      '429 until 24 hours after the last one; 409 while one runs, or with `no_session` if the account is not logged in here.',
    body: warmupStartSchema,
    answer: warmupRunSchema,
    status: 202,
    errors: [404, 409, 429],
  },
  getWarmupStatus: {
    route: 'GET /api/warmup/status/:accountId',
    summary: 'Get the state of an account’s warm-up',
    description: 'The event stream sends each change until the warm-up ends.',
    params: warmupParams,
    answer: warmupStatusSchema,
    errors: [404],
    events: { [WARMUP_EVENTS.status]: warmupStatusSchema },
  },
  cancelWarmup: {
    route: 'POST /api/warmup/cancel/:accountId',
    summary: 'Stop a warm-up',
    params: warmupParams,
    answer: warmupRunSchema,
    errors: [404, 409],
  },
  listWarmups: {
    route: 'GET /api/warmup/runs',
    summary: 'List warm-ups with their journals, newest first',
    query: warmupRunsQuerySchema,
    answer: warmupRunListSchema,
  },
  getWarmupScreenshot: {
    route: 'GET /api/warmup/runs/:id/screenshot',
    summary: 'Get the last screenshot of a warm-up',
    params: z.object({ id: z.uuid('expected the id of a warm-up') }),
    file: 'image/png',
    errors: [404],
  },
} as const satisfies Operations;
