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
      'With its session and browser profile on this machine. What its platform holds of its posts is taken back first, as far as the platform gives it back (`takeBackPosts`).',
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
    summary: 'Read the options of an account’s posts that say nothing else',
    params: accountParamsSchema,
    answer: postingDefaultsSchema,
    errors: [404],
  },
  setPostingDefaults: {
    route: 'PUT /api/accounts/:id/posting-defaults',
    summary: 'Choose the options of an account’s posts that say nothing else',
    description:
      'In place of those before. A post’s own options come first. `handOverHours` (Hand over early) is for platforms that can hold posts, and null for never: posts that were handed over stay there.',
    params: accountParamsSchema,
    body: postingDefaultsChangeSchema,
    answer: postingDefaultsSchema,
    errors: [404],
  },
  openLogin: {
    route: 'POST /api/accounts/:id/login',
    summary: 'Open a window for logging in',
    description: 'On the agent’s machine, for the person who sits there.',
    access: 'owner',
    params: accountParamsSchema,
    answer: loginStateSchema,
    status: 202,
    errors: [404, 409],
  },
  getLogin: {
    route: 'GET /api/accounts/:id/login',
    summary: 'Ask how that window stands',
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
    summary: 'Log in with cookies of another browser',
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
    summary: 'Forget an account’s log-in on this machine',
    description: 'Done also where there was none.',
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
      '429 until 24 hours after the last one; 409 while one runs, or with `no_session` where the account is not logged in here.',
    body: warmupStartSchema,
    answer: warmupRunSchema,
    status: 202,
    errors: [404, 409, 429],
  },
  getWarmupStatus: {
    route: 'GET /api/warmup/status/:accountId',
    summary: 'Ask how an account’s warm-up stands',
    description: 'The event stream has each change, until it is over.',
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
