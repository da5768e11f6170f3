import { z } from 'zod';
import {
  bringBackSchema,
  broughtBackPostSchema,
  evergreenPostSchema,
  evergreenQuerySchema,
} from '../memory/evergreen.ts';
import { foundPostSchema, postedQuerySchema, similarPostSchema, similarRequestSchema } from '../memory/memory.ts';
import { postParamsSchema } from '../posts/posts-api.ts';
import type { Operations } from './operation.ts';

export const memoryApi = {
  findPosted: {
    route: 'GET /api/posted',
    summary: 'Search everything that was posted, by its words',
    description:
      'All of the words, or ones that begin with them, in any language; case and accents do not matter. Posts with the words next to each other come first. Scheduled posts are found too.',
    query: postedQuerySchema,
    answer: z.array(foundPostSchema),
  },
  findSimilar: {
    route: 'POST /api/posted/similar',
    summary: 'Find earlier posts that are similar to a text',
    description: 'Near duplicates first, with their `likeness`; then posts on the same subject. Stores nothing.',
    body: similarRequestSchema,
    answer: z.array(similarPostSchema),
  },
} as const satisfies Operations;

export const evergreenApi = {
  listEvergreen: {
    route: 'GET /api/posts/evergreen',
    summary: 'List the posts that may be brought back',
    description:
      'Those that did well compared with what is usual for an account and have rested, the best first: published before the rest period, and neither published again nor brought back within it.',
    query: evergreenQuerySchema,
    answer: z.array(evergreenPostSchema),
  },
  bringBack: {
    route: 'POST /api/posts/:id/bring-back',
    summary: 'Bring a post back as a draft with new words',
    description:
      'With the same media, destinations, options and hashtags. The chosen model writes the new words; without one the old ones stay, and `note` says that they should be changed. 409 for a post that is not published, or that has not rested. With your own `id`, a repeated request makes only one draft.',
    params: postParamsSchema,
    body: bringBackSchema,
    answer: broughtBackPostSchema,
    status: 201,
    errors: [404, 409],
  },
} as const satisfies Operations;
