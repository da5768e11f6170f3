import { accountParamsSchema } from '../accounts/accounts.ts';
import { channelSchema } from '../publishing/channel.ts';
import {
  channelListSchema,
  connectedSchema,
  connectSchema,
  disconnectedSchema,
  pauseSchema,
  renewalSchema,
  renewSchema,
  signInChoiceSchema,
  signInEndSchema,
  signInEntrySchema,
  signInSchema,
  testPostSchema,
} from '../publishing/publishing-api.ts';
import type { Operations } from './operation.ts';

export const channelApi = {
  listChannels: { route: 'GET /api/channels', summary: 'List the channels', answer: channelListSchema },
  connectChannel: {
    route: 'POST /api/accounts/:id/channel',
    summary: 'Connect an account with a login or key',
    description:
      '409 if it is another account of the platform than before: then send `replace`. `choose` asks which of several accounts is meant: send the same request again, with the value of one option as `field`.',
    access: 'owner',
    params: accountParamsSchema,
    body: connectSchema,
    answer: connectedSchema,
    errors: [404, 409, 429],
  },
  disconnectChannel: {
    route: 'DELETE /api/accounts/:id/channel',
    summary: 'Disconnect an account',
    description:
      'Also revokes the login on the platform; if that is not possible, `left` says what to do. Posts that the platform holds are taken back first: `held` has their number, and the number that the platform still publishes when they are due, after which the user is asked.',
    access: 'owner',
    params: accountParamsSchema,
    answer: disconnectedSchema,
    errors: [404, 409],
  },
  checkChannel: {
    route: 'POST /api/accounts/:id/channel/check',
    summary: 'Check the login with the platform',
    params: accountParamsSchema,
    answer: channelSchema,
    errors: [404, 409, 429],
  },
  pauseChannel: {
    route: 'POST /api/accounts/:id/channel/pause',
    summary: 'Pause or resume the posts of an account',
    params: accountParamsSchema,
    body: pauseSchema,
    answer: channelSchema,
    errors: [404, 409],
  },
  testChannel: {
    route: 'POST /api/accounts/:id/channel/test',
    summary: 'Send a test post',
    description: 'It is public for a moment, then deleted if the platform allows that.',
    params: accountParamsSchema,
    answer: testPostSchema,
    errors: [404, 409, 429],
  },
  beginSignIn: {
    route: 'POST /api/accounts/:id/channel/sign-in',
    summary: 'Begin a sign-in on the platform’s own page',
    description: 'Ends one that is in progress. `url` is the page for the user to open.',
    access: 'owner',
    params: accountParamsSchema,
    body: signInEntrySchema,
    answer: signInSchema,
    errors: [404, 409, 429],
  },
  getSignIn: {
    route: 'GET /api/accounts/:id/channel/sign-in',
    summary: 'Get the state of the latest sign-in',
    params: accountParamsSchema,
    answer: signInSchema,
  },
  endSignIn: {
    route: 'POST /api/accounts/:id/channel/sign-in/end',
    summary: 'Complete a sign-in with the address that the browser ended on',
    description:
      'Or with the code that the platform showed, if the browser could not reach the agent. `choose` asks which of several accounts is meant: respond with `chooseInSignIn`.',
    access: 'owner',
    params: accountParamsSchema,
    body: signInEndSchema,
    answer: connectedSchema,
    errors: [404, 409, 429],
  },
  chooseInSignIn: {
    route: 'POST /api/accounts/:id/channel/sign-in/choose',
    summary: 'Choose one of the accounts that a sign-in covers',
    access: 'owner',
    params: accountParamsSchema,
    body: signInChoiceSchema,
    answer: channelSchema,
    errors: [404, 409, 429],
  },
  getRenewal: {
    route: 'GET /api/accounts/:id/channel/renew',
    summary: 'Check whether the sign-in of a channel can be repeated',
    description: 'Not if the login was entered as a key or token, or is held by another machine.',
    params: accountParamsSchema,
    answer: renewalSchema,
    errors: [404],
  },
  renewChannel: {
    route: 'POST /api/accounts/:id/channel/renew',
    summary: 'Repeat the sign-in of a channel',
    description:
      'With the fields of the first one, which are stored with the login. `none` if `getRenewal` says that it is not possible: then connect with `connectChannel` or `beginSignIn`.',
    access: 'owner',
    params: accountParamsSchema,
    body: renewSchema,
    answer: signInSchema,
    errors: [404, 429],
  },
  returnFromSignIn: {
    route: 'GET /api/channels/return',
    summary: 'Where platforms send the browser after a sign-in',
    description:
      'For browsers: returns a page, even if the sign-in failed. Does nothing without the one-time `state` in the address.',
    access: 'open',
    file: 'text/html',
  },
} as const satisfies Operations;
