import {
  GENERATION_EVENTS,
  generationProgressSchema,
  generationResultSchema,
} from '../../../shared/posts/generation.ts';
import type { OperationGroup } from '../../openapi/operation.ts';

export const generationOperations: OperationGroup = {
  tag: 'Generation',
  about: 'Posts written from the sources of a project.',
  operations: {
    'POST /api/generation': {
      id: 'generatePosts',
      summary: 'Generate posts and schedule them',
      description:
        'As many as the project’s day still lacks, or `count`, for the newest project that lacks posts, or for `project`. `{ "dryRun": true, "days": 7 }` answers what the autopilot would make on the coming days, and makes nothing. Asking twice at once makes no posts twice; `unlessMadeSince` makes a retry safe.',
      errors: [404, 409, 429, 502],
      events: {
        [GENERATION_EVENTS.progress]: generationProgressSchema,
        [GENERATION_EVENTS.result]: generationResultSchema,
      },
    },
  },
};
