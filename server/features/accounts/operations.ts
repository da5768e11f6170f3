import type { OperationGroup } from '../../openapi/operation.ts';

export const accountOperations: OperationGroup = {
  tag: 'Accounts',
  about: 'Social media accounts, and their log-ins on the agent’s machine. No answer holds a cookie.',
  operations: {
    'GET /api/accounts': { id: 'listAccounts', summary: 'List the accounts, newest first' },
    'POST /api/accounts': { id: 'addAccount', summary: 'Add an account', errors: [409] },
    'DELETE /api/accounts/:id': {
      id: 'removeAccount',
      summary: 'Remove an account',
      description: 'With its session and browser profile on this machine.',
      errors: [404, 409],
    },
    'POST /api/accounts/:id/release': {
      id: 'releaseAccount',
      summary: 'Resume automatic warm-ups after "too many requests"',
      errors: [404, 409, 429],
    },
    'POST /api/accounts/:id/login': {
      id: 'openLogin',
      summary: 'Open a window for logging in',
      description: 'On the agent’s machine, for the person who sits there.',
      errors: [404, 409],
    },
    'GET /api/accounts/:id/login': { id: 'getLogin', summary: 'Ask how that window stands' },
    'POST /api/accounts/:id/login/cancel': { id: 'closeLogin', summary: 'Close that window', errors: [404] },
    'POST /api/accounts/:id/cookies': {
      id: 'importCookies',
      summary: 'Log in with cookies of another browser',
      errors: [404, 409],
    },
    'POST /api/accounts/:id/check': {
      id: 'checkAccount',
      summary: 'Check whether an account is still logged in',
      errors: [404, 409],
    },
    'DELETE /api/accounts/:id/session': {
      id: 'forgetSession',
      summary: 'Forget an account’s log-in on this machine',
      description: 'Done also where there was none.',
      errors: [409],
    },
  },
};
