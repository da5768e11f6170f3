import type { OperationGroup } from '../../openapi/operation.ts';

export const importOperations: OperationGroup = {
  tag: 'Import',
  about: 'Posts from files of other tools.',
  operations: {
    'POST /api/posts/import': {
      id: 'importPosts',
      summary: 'Import posts from a CSV file',
      description:
        'Our columns, or those of Buffer and Hootsuite. All posts are made, or none where a line has an error; `problems` says which. A repeated request with the same `id` makes nothing twice.',
      errors: [409],
    },
  },
};
