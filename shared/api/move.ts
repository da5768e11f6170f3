import { moveCountsSchema, moveStateSchema } from '../workspace/move.ts';
import type { Operations } from './operation.ts';

export const moveApi = {
  getMove: {
    route: 'GET /api/workspace/move',
    summary: 'Get whether the workspace has moved, or is being moved',
    description: 'The move itself is a command, `local-agent move`: the agent is stopped for it.',
    access: 'owner',
    answer: moveStateSchema,
  },
  countMove: {
    route: 'GET /api/workspace/move/plan',
    summary: 'Count what a move would copy',
    description:
      'The rows of each table, the files of the Media Library, and the members. Nothing is changed. 409 if the agent may not read every table: in a Supabase project without its secret key.',
    access: 'owner',
    answer: moveCountsSchema,
    errors: [409],
  },
} as const satisfies Operations;
