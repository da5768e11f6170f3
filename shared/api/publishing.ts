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
    summary: 'Get what is left of the limits of an account',
    description: 'Empty if none are known in advance, or the platform does not report them now.',
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
      'At each account where it is published. An absent figure is not known: the platform does not report it, or did not then.',
    params,
    answer: postSeriesListSchema,
  },
  listFollowers: {
    route: 'GET /api/accounts/:id/followers',
    summary: 'Show how an account’s followers grew',
    description: 'Empty if the platform does not report them.',
    params,
    answer: followersSchema,
  },
  publishPost: {
    route: 'POST /api/posts/:id/publish',
    summary: 'Publish a scheduled post now',
    description:
      'Responds when it has begun, with the deliveries that exist by then, maybe none; `listDeliveries` has the outcome. A post is published once to each account, however often this is called.',
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
      'A post that was handed over early is held by its platform, and cannot be changed here until it is taken back. With `to` it is moved there instead, if the platform can do that; then move the post. 409 says why a platform did not give it back, and nothing is changed.',
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
      'Like `takeBackPost`. Disconnecting or removing the account does this automatically. The platform publishes those that are `left` when they are due.',
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
    summary: 'Fix a problem of a post',
    description:
      'Shortens its text for a platform, or chooses how pictures of another shape are published: cropped (crop) or with white borders (pad). Returns the remaining problems.',
    params,
    body: mendRequestSchema,
    answer: z.array(postProblemSchema),
    errors: [404, 409],
  },
  retryDelivery: {
    route: 'POST /api/deliveries/:id/retry',
    summary: 'Send a delivery again that failed or is in doubt',
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
    summary: 'Mark a delivery as published by hand',
    params,
    body: markSchema,
    answer: deliverySchema,
    errors: [404, 409],
  },
  unmarkDelivery: {
    route: 'POST /api/deliveries/:id/unmark',
    summary: 'Undo marking a delivery as published',
    description: 'Within an hour. It returns to its earlier state: your turn, failed or in doubt.',
    params,
    answer: deliverySchema,
    errors: [404, 409],
  },
  listTurns: {
    route: 'GET /api/turns',
    summary: 'List what waits for the user to publish it, the earliest due first',
    description: 'The first 100 of the last 14 days. `openComposer` fills in the composer of one at a time.',
    answer: deliveryListSchema,
  },
  openComposer: {
    route: 'POST /api/deliveries/:id/composer',
    summary: 'Fill in the platform’s own composer for a delivery by hand',
    description:
      'Fills it in, in the account’s window on the agent’s machine, and never presses the button that publishes; or returns the address for the user’s browser. `getComposer` has the progress. Called again, it fills in what is missing.',
    params,
    answer: composerSchema,
    status: 202,
    errors: [404, 409],
  },
  getComposer: {
    route: 'GET /api/deliveries/:id/composer',
    summary: 'Get the state of that composer',
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
    description: `What ${labelsOf(({ linkCard }) => linkCard)} will show of the page. Addresses in private networks are refused. \`card\` is null if the page cannot be read, and \`problem\` says why.`,
    body: cardRequestSchema,
    answer: readCardSchema,
  },
  searchPeople: {
    route: 'GET /api/accounts/:id/people',
    summary: 'Search the people that a post of an account can mention',
    description: `As the account’s platform finds them: on ${PEOPLE_PLATFORMS.map(platformLabel).join(' and ')}. 409 for other platforms, and for accounts that are not connected. Results are cached for a minute.`,
    params: accountParamsSchema,
    query: peopleQuerySchema,
    answer: peopleSchema,
    errors: [404, 409, 429, 502],
  },
  getPersonPicture: {
    route: 'GET /api/accounts/:id/people/picture',
    summary: 'Get the picture of a person that a search has found',
    description: 'Null if there is none, or the search was a while ago.',
    params: accountParamsSchema,
    query: personPictureQuerySchema,
    answer: personPictureSchema,
  },
  sendDuePosts: {
    route: 'POST /api/publishing/look',
    summary: 'Check now for due posts',
    description: 'With `wait` it responds once they have been sent.',
    body: lookSchema,
  },
} as const satisfies Operations;
