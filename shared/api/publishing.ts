import { z } from 'zod';
import { accountParamsSchema } from '../accounts/accounts.ts';
import { cardRequestSchema, readCardSchema } from '../posts/link-card.ts';
import { labelsOf, platformLabel } from '../posts/platforms.ts';
import { postProblemSchema } from '../posts/post-problem.ts';
import { followersSchema, postSeriesListSchema } from '../publishing/figure-series.ts';
import {
  PEOPLE_PLATFORMS,
  peopleQuerySchema,
  peopleSchema,
  personPictureQuerySchema,
  personPictureSchema,
} from '../publishing/people.ts';
import {
  composerSchema,
  deliveryListSchema,
  deliverySchema,
  heldPostsSchema,
  lookSchema,
  markSchema,
  mendRequestSchema,
  quotaListSchema,
  takeBackSchema,
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
  takeBackPost: {
    route: 'POST /api/posts/:id/take-back',
    summary: 'Take a post back from platforms that hold it',
    description:
      'A post that was handed over early is held by its platform, and cannot be changed here before it was taken back. With `to` it is moved there instead, where the platform can; then move the post. 409 says why a platform did not give it back, and nothing is changed.',
    params,
    body: takeBackSchema,
    answer: deliveryListSchema,
    errors: [404, 409],
  },
  countHeldPosts: {
    route: 'GET /api/accounts/:id/held',
    summary: 'Count the posts of an account that its platform holds',
    description: 'They were handed over early. Disconnecting or removing the account takes them back first.',
    params,
    answer: z.object({ held: z.int().min(0) }),
  },
  takeBackPosts: {
    route: 'POST /api/accounts/:id/take-back',
    summary: 'Take back all posts of an account that its platform holds',
    description:
      'As `takeBackPost`. Disconnecting or removing the account does that by itself. Those that are `left` the platform publishes when they are due.',
    params,
    answer: heldPostsSchema,
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
