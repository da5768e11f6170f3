import { linkedSchema, newLinkSchema, workspaceSchema } from '../workspace/link.ts';
import type { Operations } from './operation.ts';

export const workspaceApi = {
  getWorkspace: {
    route: 'GET /api/workspace',
    summary: 'Get where the data of the workspace is',
    description: 'On the agent’s machine, or in a Supabase project: then with the account that the agent works with.',
    answer: workspaceSchema,
  },
  linkWorkspace: {
    route: 'POST /api/workspace/link',
    summary: 'Link the agent to your own Supabase project',
    description:
      'Tries the address and the publishable key, and signs in as a member. Only the session is kept. The agent opens the project’s workspace at once; the one on its machine stays as it is. If it is already linked to the project, this signs in again.',
    access: 'owner',
    body: newLinkSchema,
    answer: linkedSchema,
    errors: [409],
  },
  unlinkWorkspace: {
    route: 'DELETE /api/workspace/link',
    summary: 'Go back to the workspace on the agent’s machine',
    description: 'The project keeps its data. 409 if the agent is not linked.',
    access: 'owner',
    errors: [409],
  },
} as const satisfies Operations;
