import { z } from 'zod';
import { foundPostSchema, postedQuerySchema, similarPostSchema, similarRequestSchema } from '../memory/memory.ts';
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
