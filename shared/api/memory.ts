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
      'All of the words, or ones that begin with them, in any language; case and accents do not matter. Those in which they stand together come first. What is scheduled is found too.',
    query: postedQuerySchema,
    answer: z.array(foundPostSchema),
  },
  findSimilar: {
    route: 'POST /api/posted/similar',
    summary: 'Ask what was posted already that is like a text',
    description: 'Near duplicates first, with their `likeness`; then posts about the same. Writes nothing.',
    body: similarRequestSchema,
    answer: z.array(similarPostSchema),
  },
} as const satisfies Operations;

export const evergreenApi = {
  listEvergreen: {
    route: 'GET /api/posts/evergreen',
    summary: 'List the posts that may be brought back',
    description:
      'Those that did well against what is usual at an account and have rested, the best first: published before the rest and not since, and not brought back within it.',
    query: evergreenQuerySchema,
    answer: z.array(evergreenPostSchema),
  },
  bringBack: {
    route: 'POST /api/posts/:id/bring-back',
    summary: 'Bring a post back as a draft with new words',
    description:
      'With the same media, places, options and hashtags. The chosen model writes the words; without one they stay, and `note` says that they are to be changed. 409 for a post that is not published, or that has not rested. With an `id` of your own, a repeated request makes one draft only.',
    params: postParamsSchema,
    body: bringBackSchema,
    answer: broughtBackPostSchema,
    status: 201,
    errors: [404, 409],
  },
} as const satisfies Operations;
