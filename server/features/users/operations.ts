import type { OperationGroup } from '../../openapi/operation.ts';

export const userOperations: OperationGroup = {
  tag: 'Users',
  about: 'The people who may sign in, for the owner and the agent token. 409 in hosted mode, where Supabase has them.',
  operations: {
    'GET /api/users': { id: 'listUsers', summary: 'List the users', errors: [409] },
    'POST /api/users': { id: 'addUser', summary: 'Add a user', errors: [409] },
    'PUT /api/users/:email': {
      id: 'setUserRights',
      summary: 'Say what a user may do',
      description: 'Only what is named changes. The workspace keeps at least one owner.',
      errors: [404, 409],
    },
    'PUT /api/users/:email/password': { id: 'setPassword', summary: 'Set a user’s password', errors: [404, 409] },
    'DELETE /api/users/:email': { id: 'removeUser', summary: 'Remove a user', errors: [404, 409] },
  },
};
