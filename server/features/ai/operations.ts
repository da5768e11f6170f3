import type { OperationGroup } from '../../openapi/operation.ts';

export const aiOperations: OperationGroup = {
  tag: 'AI writer',
  about: 'Who writes the posts. Keys go in, and never out.',
  operations: {
    'GET /api/ai': { id: 'getAi', summary: 'Ask who writes the posts, and what it has cost this month' },
    'POST /api/ai': {
      id: 'changeAi',
      summary: 'Choose who writes the posts',
      description:
        'Changes what is named. Another provider resets the choice, and another address asks for the key again.',
      errors: [409],
    },
    'POST /api/ai/test': {
      id: 'testAi',
      summary: 'Try a choice out without saving it',
      errors: [409, 429, 502],
    },
    'POST /api/ai/models': {
      id: 'listModels',
      summary: 'List the models that a provider offers',
      errors: [409, 429, 502],
    },
    'GET /api/ai/local': { id: 'listLocalModels', summary: 'Find model servers on this machine' },
  },
};
