import type { OperationGroup } from '../../openapi/operation.ts';

export const seriesOperations: OperationGroup = {
  tag: 'Series',
  about: 'Posts that repeat.',
  operations: {
    'POST /api/posts/series': {
      id: 'repeatPost',
      summary: 'Make a post repeat',
      description: 'Weekly or monthly, with texts in turn. A repeated request with the same `id` makes nothing twice.',
      errors: [404, 409],
    },
  },
};
