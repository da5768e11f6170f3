import type { OperationGroup } from '../../openapi/operation.ts';

export const templateOperations: OperationGroup = {
  tag: 'Templates',
  about: 'The styles in which posts are written.',
  operations: {
    'GET /api/templates': { id: 'listTemplates', summary: 'List the templates by their day, those of any day last' },
  },
};
