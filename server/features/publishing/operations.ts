import { labelsOf } from '../../../shared/posts/platforms.ts';
import type { OperationGroup } from '../../openapi/operation.ts';

export const publishingOperations: OperationGroup = {
  tag: 'Publishing',
  about: 'What becomes of a post: a delivery for each account that it goes to.',
  operations: {
    'GET /api/accounts/:id/channel/quota': {
      id: 'getChannelQuota',
      summary: 'Ask what is left of the limits of an account',
      description: 'Empty where none are known beforehand, or the platform does not say now.',
    },
    'GET /api/posts/:id/deliveries': {
      id: 'listDeliveries',
      summary: 'List the deliveries of a post',
      description: 'With every attempt, the platform’s own words, and the address of the live post.',
      errors: [404],
    },
    'POST /api/posts/:id/publish': {
      id: 'publishPost',
      summary: 'Publish a scheduled post now',
      description:
        'Answers when it has begun, with the deliveries that there are by then, maybe none; `listDeliveries` says what came of it. A post goes out once to each account, however often this is asked for.',
      errors: [404, 409],
    },
    'POST /api/posts/:id/cancel': {
      id: 'cancelPost',
      summary: 'Cancel what has not been sent of a post',
      errors: [404, 409],
    },
    'POST /api/posts/:id/check': {
      id: 'checkPost',
      summary: 'Check a post against its platforms now',
      errors: [404],
    },
    'POST /api/posts/:id/mend': {
      id: 'mendPost',
      summary: 'Mend a problem of a post',
      description:
        'Shortens its text for a platform, or chooses how pictures of another shape go out: cut (crop) or with white borders (pad). Answers the problems that are left.',
      errors: [404, 409],
    },
    'POST /api/deliveries/:id/retry': {
      id: 'retryDelivery',
      summary: 'Send again what failed or is in doubt',
      errors: [404, 409],
    },
    'POST /api/deliveries/:id/cancel': { id: 'cancelDelivery', summary: 'Cancel a delivery', errors: [404, 409] },
    'POST /api/deliveries/:id/mark': {
      id: 'markDelivery',
      summary: 'Note that a person has published it',
      errors: [404, 409],
    },
    'POST /api/deliveries/:id/composer': {
      id: 'openComposer',
      summary: 'Open the platform’s own composer for a delivery by hand',
      description: 'In a window on the agent’s machine, or as an address for the person’s browser.',
      errors: [404, 409],
    },
    'GET /api/deliveries/:id/composer': { id: 'getComposer', summary: 'Ask how that composer stands' },
    'POST /api/deliveries/:id/composer/cancel': { id: 'closeComposer', summary: 'Close that composer' },
    'POST /api/link-card': {
      id: 'readLinkCard',
      summary: 'Read the card of a link',
      description: `What ${labelsOf(({ linkCard }) => linkCard)} will show of the page. Addresses in private networks are refused. \`card\` is null where the page cannot be read, and \`problem\` says why.`,
    },
    'POST /api/publishing/look': {
      id: 'sendDuePosts',
      summary: 'Look at once for what is due',
      description: 'With `wait` it answers once what is due has been sent.',
    },
  },
};
