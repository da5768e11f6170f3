import type { OperationGroup } from './operation.ts';

export const agentOperations: OperationGroup = {
  tag: 'Agent',
  about: 'The agent itself.',
  operations: {
    'GET /api/health': {
      id: 'getHealth',
      summary: 'Ask whether the agent runs, and how it is',
      description:
        'Open, and says only what runs. With `deep=1` it needs a token, and says how the agent really is: the database, the disk, memory, jobs and publishing. 503 where that is degraded, with reasons.',
      errors: [401],
    },
    'GET /config.json': {
      id: 'getUiConfig',
      summary: 'Find the Supabase project of the workspace',
      description: 'With its public key. The embedded one has the address of the agent.',
    },
    'GET /api/openapi.json': {
      id: 'getApiDescription',
      summary: 'Read this document',
      file: 'application/json',
    },
  },
};
