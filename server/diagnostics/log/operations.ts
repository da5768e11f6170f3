import type { OperationGroup } from '../../openapi/operation.ts';

export const logOperations: OperationGroup = {
  tag: 'Log',
  about: 'What the agent writes about its work. `local-agent logs` reads it.',
  operations: {
    'GET /api/log-level': { id: 'getLogLevel', summary: 'Ask from which level on the log is written' },
    'PUT /api/log-level': {
      id: 'setLogLevel',
      summary: 'Change that level',
      description: 'Until the agent ends; the next start has the configured one.',
    },
  },
};
