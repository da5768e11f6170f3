import type { OperationGroup } from '../../openapi/operation.ts';

export const scriptLibraryOperations: OperationGroup = {
  tag: 'Scripts',
  about: 'Saved Puppeteer scripts.',
  operations: {
    'GET /api/scripts': { id: 'listScripts', summary: 'List the saved scripts, newest first' },
    'POST /api/scripts': { id: 'addScript', summary: 'Save a new script' },
    'GET /api/scripts/:id': { id: 'getScript', summary: 'Read a saved script with its code', errors: [404] },
    'PUT /api/scripts/:id': {
      id: 'changeScript',
      summary: 'Change a saved script',
      description: '409 where it was changed after `ifUpdatedAt`.',
      errors: [404, 409],
    },
  },
};
