import type { OperationGroup } from '../../openapi/operation.ts';

export const setupOperations: OperationGroup = {
  tag: 'Set-up',
  about: 'The first account of a workspace. 409 once there is one, and in hosted mode.',
  operations: {
    'GET /api/setup': { id: 'getSetup', summary: 'Ask whether the workspace is still without an account' },
    'POST /api/setup': {
      id: 'setUp',
      summary: 'Make the first account',
      description: 'With the token of the one-time set-up link; 401 where it is wrong.',
      errors: [401, 409],
    },
    'POST /api/setup/link': {
      id: 'renewSetupLink',
      summary: 'Get a fresh set-up link',
      description: 'Earlier links stop working.',
      errors: [409],
    },
    'POST /api/setup/page': {
      id: 'writeSetupPage',
      summary: 'Write a file that leads a browser to the newest set-up link',
      errors: [409],
    },
  },
};
