import type { OperationGroup } from '../../../openapi/operation.ts';

export const channelOperations: OperationGroup = {
  tag: 'Channels',
  about: 'Accounts that are connected for posting. No answer holds a login.',
  operations: {
    'GET /api/channels': { id: 'listChannels', summary: 'List the channels' },
    'POST /api/accounts/:id/channel': {
      id: 'connectChannel',
      summary: 'Connect an account with a login or key',
      description:
        '409 where it is another account of the platform than before: send `replace` then. `choose` asks which of several accounts is meant: send the same again, with the value of one option as `field`.',
      errors: [404, 409, 429],
    },
    'DELETE /api/accounts/:id/channel': {
      id: 'disconnectChannel',
      summary: 'Disconnect an account',
      description: 'Ends the login at the platform as well; where that is not possible, `left` says what to do.',
      errors: [404, 409],
    },
    'POST /api/accounts/:id/channel/check': {
      id: 'checkChannel',
      summary: 'Ask the platform whether the login holds',
      errors: [404, 409, 429],
    },
    'POST /api/accounts/:id/channel/pause': {
      id: 'pauseChannel',
      summary: 'Keep back the posts of an account, or let them go',
      errors: [404, 409],
    },
    'POST /api/accounts/:id/channel/test': {
      id: 'testChannel',
      summary: 'Send a test post',
      description: 'It is public for a moment, and deleted where the platform allows that.',
      errors: [404, 409, 429],
    },
    'POST /api/accounts/:id/channel/sign-in': {
      id: 'beginSignIn',
      summary: 'Begin a sign-in on the platform’s own page',
      description: 'Ends one that was under way. `url` is the page for the person to open.',
      errors: [404, 409, 429],
    },
    'GET /api/accounts/:id/channel/sign-in': { id: 'getSignIn', summary: 'Ask how the latest sign-in stands' },
    'POST /api/accounts/:id/channel/sign-in/end': {
      id: 'endSignIn',
      summary: 'End a sign-in with the address that the browser ended on',
      description: 'Or with the code that the platform showed, where the browser could not reach the agent.',
      errors: [404, 409, 429],
    },
    'GET /api/channels/return': {
      id: 'returnFromSignIn',
      summary: 'Where platforms send the browser after a sign-in',
      description: 'For browsers: a page, also where it failed. Nothing without the one-time `state` in its address.',
      file: 'text/html',
    },
  },
};
