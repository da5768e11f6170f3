import { z } from 'zod';
import { accountParamsSchema } from '../accounts/accounts.ts';
import { cardRequestSchema, readCardSchema } from '../posts/link-card.ts';
import { labelsOf, platformLabel } from '../posts/platforms.ts';
import { postProblemSchema } from '../posts/post-problem.ts';
import { channelSchema } from '../publishing/channel.ts';
import { followersSchema, postSeriesListSchema } from '../publishing/figure-series.ts';
import {
  GUIDE_EVENT,
  guideWindowSchema,
  keyEntrySchema,
  keyFindingsSchema,
  openGuideSchema,
} from '../publishing/guide-window.ts';
import {
  PEOPLE_PLATFORMS,
  peopleQuerySchema,
  peopleSchema,
  personPictureQuerySchema,
  personPictureSchema,
} from '../publishing/people.ts';
import {
  channelListSchema,
  composerSchema,
  connectedSchema,
  connectSchema,
  deliveryListSchema,
  deliverySchema,
  disconnectedSchema,
  lookSchema,
  markSchema,
  mendRequestSchema,
  pauseSchema,
  quotaListSchema,
  renewalSchema,
  renewSchema,
  signInChoiceSchema,
  signInEndSchema,
  signInEntrySchema,
  signInSchema,
  testPostSchema,
} from '../publishing/publishing-api.ts';
import type { Operations } from './operation.ts';

const params = z.object({ id: z.uuid() });

export const publishingApi = {
  getChannelQuota: {
    route: 'GET /api/accounts/:id/channel/quota',
    summary: 'Ask what is left of the limits of an account',
    description: 'Empty where none are known beforehand, or the platform does not say now.',
    params,
    answer: quotaListSchema,
  },
  listDeliveries: {
    route: 'GET /api/posts/:id/deliveries',
    summary: 'List the deliveries of a post',
    description: 'With every attempt, the platform’s own words, and the address of the live post.',
    params,
    answer: deliveryListSchema,
    errors: [404],
  },
  listPostFigures: {
    route: 'GET /api/posts/:id/figures',
    summary: 'Show how the figures of a post grew',
    description:
      'At each account where it is published. A figure that is absent is not known: the platform does not tell it, or did not then.',
    params,
    answer: postSeriesListSchema,
  },
  listFollowers: {
    route: 'GET /api/accounts/:id/followers',
    summary: 'Show how many followed an account',
    description: 'Empty where the platform does not tell.',
    params,
    answer: followersSchema,
  },
  publishPost: {
    route: 'POST /api/posts/:id/publish',
    summary: 'Publish a scheduled post now',
    description:
      'Answers when it has begun, with the deliveries that there are by then, maybe none; `listDeliveries` says what came of it. A post goes out once to each account, however often this is asked for.',
    params,
    answer: deliveryListSchema,
    errors: [404, 409],
  },
  cancelPost: {
    route: 'POST /api/posts/:id/cancel',
    summary: 'Cancel what has not been sent of a post',
    params,
    answer: deliveryListSchema,
    errors: [404, 409],
  },
  checkPost: {
    route: 'POST /api/posts/:id/check',
    summary: 'Check a post against its platforms now',
    params,
    answer: z.array(postProblemSchema),
    errors: [404],
  },
  mendPost: {
    route: 'POST /api/posts/:id/mend',
    summary: 'Mend a problem of a post',
    description:
      'Shortens its text for a platform, or chooses how pictures of another shape go out: cut (crop) or with white borders (pad). Answers the problems that are left.',
    params,
    body: mendRequestSchema,
    answer: z.array(postProblemSchema),
    errors: [404, 409],
  },
  retryDelivery: {
    route: 'POST /api/deliveries/:id/retry',
    summary: 'Send again what failed or is in doubt',
    params,
    answer: deliverySchema,
    errors: [404, 409],
  },
  cancelDelivery: {
    route: 'POST /api/deliveries/:id/cancel',
    summary: 'Cancel a delivery',
    params,
    answer: deliverySchema,
    errors: [404, 409],
  },
  markDelivery: {
    route: 'POST /api/deliveries/:id/mark',
    summary: 'Note that a person has published it',
    params,
    body: markSchema,
    answer: deliverySchema,
    errors: [404, 409],
  },
  unmarkDelivery: {
    route: 'POST /api/deliveries/:id/unmark',
    summary: 'Take back that a person has published it',
    description: 'Within an hour. It is again what it was before: your turn, failed or in doubt.',
    params,
    answer: deliverySchema,
    errors: [404, 409],
  },
  listTurns: {
    route: 'GET /api/turns',
    summary: 'List what waits for the person to publish it, the earliest due first',
    description:
      'The first 100 of the last 14 days. `openComposer` fills in the composer of one, and of one at a time.',
    answer: deliveryListSchema,
  },
  openComposer: {
    route: 'POST /api/deliveries/:id/composer',
    summary: 'Fill in the platform’s own composer for a delivery by hand',
    description:
      'Fills it in, in the account’s window on the agent’s machine, and never presses what publishes; or answers the address for the person’s browser. `getComposer` says how far it is. Asked again, it fills in what is missing.',
    params,
    answer: composerSchema,
    status: 202,
    errors: [404, 409],
  },
  getComposer: {
    route: 'GET /api/deliveries/:id/composer',
    summary: 'Ask how that composer stands',
    params,
    answer: composerSchema,
  },
  closeComposer: {
    route: 'POST /api/deliveries/:id/composer/cancel',
    summary: 'Close that composer',
    params,
    answer: composerSchema,
  },
  readLinkCard: {
    route: 'POST /api/link-card',
    summary: 'Read the card of a link',
    description: `What ${labelsOf(({ linkCard }) => linkCard)} will show of the page. Addresses in private networks are refused. \`card\` is null where the page cannot be read, and \`problem\` says why.`,
    body: cardRequestSchema,
    answer: readCardSchema,
  },
  searchPeople: {
    route: 'GET /api/accounts/:id/people',
    summary: 'Search the people that a post of an account can mention',
    description: `As the account’s platform finds them: on ${PEOPLE_PLATFORMS.map(platformLabel).join(' and ')}. 409 for other platforms, and for accounts that are not connected. Answers are kept for a minute.`,
    params: accountParamsSchema,
    query: peopleQuerySchema,
    answer: peopleSchema,
    errors: [404, 409, 429, 502],
  },
  getPersonPicture: {
    route: 'GET /api/accounts/:id/people/picture',
    summary: 'Show the picture of a person whom a search has found',
    description: 'Null where there is none, or the search was a while ago.',
    params: accountParamsSchema,
    query: personPictureQuerySchema,
    answer: personPictureSchema,
  },
  sendDuePosts: {
    route: 'POST /api/publishing/look',
    summary: 'Look at once for what is due',
    description: 'With `wait` it answers once what is due has been sent.',
    body: lookSchema,
  },
} as const satisfies Operations;

export const channelApi = {
  listChannels: { route: 'GET /api/channels', summary: 'List the channels', answer: channelListSchema },
  connectChannel: {
    route: 'POST /api/accounts/:id/channel',
    summary: 'Connect an account with a login or key',
    description:
      '409 where it is another account of the platform than before: send `replace` then. `choose` asks which of several accounts is meant: send the same again, with the value of one option as `field`.',
    access: 'owner',
    params: accountParamsSchema,
    body: connectSchema,
    answer: connectedSchema,
    errors: [404, 409, 429],
  },
  disconnectChannel: {
    route: 'DELETE /api/accounts/:id/channel',
    summary: 'Disconnect an account',
    description: 'Ends the login at the platform as well; where that is not possible, `left` says what to do.',
    access: 'owner',
    params: accountParamsSchema,
    answer: disconnectedSchema,
    errors: [404, 409],
  },
  checkChannel: {
    route: 'POST /api/accounts/:id/channel/check',
    summary: 'Ask the platform whether the login holds',
    params: accountParamsSchema,
    answer: channelSchema,
    errors: [404, 409, 429],
  },
  pauseChannel: {
    route: 'POST /api/accounts/:id/channel/pause',
    summary: 'Keep back the posts of an account, or let them go',
    params: accountParamsSchema,
    body: pauseSchema,
    answer: channelSchema,
    errors: [404, 409],
  },
  testChannel: {
    route: 'POST /api/accounts/:id/channel/test',
    summary: 'Send a test post',
    description: 'It is public for a moment, and deleted where the platform allows that.',
    params: accountParamsSchema,
    answer: testPostSchema,
    errors: [404, 409, 429],
  },
  beginSignIn: {
    route: 'POST /api/accounts/:id/channel/sign-in',
    summary: 'Begin a sign-in on the platform’s own page',
    description: 'Ends one that was under way. `url` is the page for the person to open.',
    access: 'owner',
    params: accountParamsSchema,
    body: signInEntrySchema,
    answer: signInSchema,
    errors: [404, 409, 429],
  },
  getSignIn: {
    route: 'GET /api/accounts/:id/channel/sign-in',
    summary: 'Ask how the latest sign-in stands',
    params: accountParamsSchema,
    answer: signInSchema,
  },
  endSignIn: {
    route: 'POST /api/accounts/:id/channel/sign-in/end',
    summary: 'End a sign-in with the address that the browser ended on',
    description:
      'Or with the code that the platform showed, where the browser could not reach the agent. `choose` asks which of several accounts is meant: answer with `chooseInSignIn`.',
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
    summary: 'Ask whether the sign-in of a channel can be begun again',
    description: 'Not where the login was entered as a key or token, or is held by another machine.',
    params: accountParamsSchema,
    answer: renewalSchema,
    errors: [404],
  },
  renewChannel: {
    route: 'POST /api/accounts/:id/channel/renew',
    summary: 'Begin the sign-in of a channel again',
    description:
      'With what the first one was given, which is stored with the login. `none` where `getRenewal` says that it is not possible: connect with `connectChannel` or `beginSignIn` then.',
    access: 'owner',
    params: accountParamsSchema,
    body: renewSchema,
    answer: signInSchema,
    errors: [404, 429],
  },
  returnFromSignIn: {
    route: 'GET /api/channels/return',
    summary: 'Where platforms send the browser after a sign-in',
    description: 'For browsers: a page, also where it failed. Nothing without the one-time `state` in its address.',
    access: 'open',
    file: 'text/html',
  },
} as const satisfies Operations;

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
