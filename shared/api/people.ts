import {
  credentialsSchema,
  newPasswordSchema,
  setupLinkSchema,
  setupPageSchema,
  setupRequestSchema,
  setupStateSchema,
  userListSchema,
  userParamsSchema,
  userRightsSchema,
  userSchema,
} from '../agent/agent-api.ts';
import type { Operations } from './operation.ts';

export const userApi = {
  listUsers: {
    route: 'GET /api/users',
    summary: 'List the users',
    access: 'owner',
    answer: userListSchema,
    errors: [409],
  },
  addUser: {
    route: 'POST /api/users',
    summary: 'Add a user',
    access: 'owner',
    body: credentialsSchema,
    answer: userSchema,
    status: 201,
    errors: [409],
  },
  setUserRights: {
    route: 'PUT /api/users/:email',
    summary: 'Set what a user may do',
    description: 'Omitted fields stay unchanged. The workspace keeps at least one owner.',
    access: 'owner',
    params: userParamsSchema,
    body: userRightsSchema,
    answer: userSchema,
    errors: [404, 409],
  },
  setPassword: {
    route: 'PUT /api/users/:email/password',
    summary: 'Set a user’s password',
    access: 'owner',
    params: userParamsSchema,
    body: newPasswordSchema,
    errors: [404, 409],
  },
  removeUser: {
    route: 'DELETE /api/users/:email',
    summary: 'Remove a user',
    access: 'owner',
    params: userParamsSchema,
    errors: [404, 409],
  },
} as const satisfies Operations;

export const setupApi = {
  getSetup: {
    route: 'GET /api/setup',
    summary: 'Check whether the workspace has no account yet',
    access: 'open',
    answer: setupStateSchema,
  },
  setUp: {
    route: 'POST /api/setup',
    summary: 'Create the first account',
    description: 'With the token of the one-time set-up link; 401 if it is wrong.',
    access: 'open',
    body: setupRequestSchema,
    answer: userSchema,
    status: 201,
    errors: [401, 409],
  },
  renewSetupLink: {
    route: 'POST /api/setup/link',
    summary: 'Get a fresh set-up link',
    description: 'Earlier links stop working.',
    access: 'agent',
    answer: setupLinkSchema,
    status: 201,
    errors: [409],
  },
  writeSetupPage: {
    route: 'POST /api/setup/page',
    summary: 'Write a file that leads a browser to the newest set-up link',
    access: 'agent',
    answer: setupPageSchema,
    status: 201,
    errors: [409],
  },
} as const satisfies Operations;
