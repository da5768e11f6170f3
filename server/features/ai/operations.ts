import { localInstallAnswerSchema } from '../../../shared/ai/local-ai.ts';
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
    'GET /api/ai/on-this-machine': {
      id: 'getLocalAi',
      summary: 'List the models that the agent itself can run, and what is installed of them',
    },
    'DELETE /api/ai/on-this-machine': {
      id: 'removeLocalAi',
      summary: 'Remove the engine and every model on this machine',
      errors: [409],
    },
    'DELETE /api/ai/on-this-machine/models/:model': {
      id: 'removeLocalModel',
      summary: 'Remove a model on this machine',
      description: 'With what was downloaded of it. A file of your own stays where it is.',
      errors: [404, 409],
    },
    'POST /api/ai/on-this-machine/install': {
      id: 'installLocalModel',
      summary: 'Install a model on this machine, or continue',
      description:
        'With the engine, where it is missing. Without a body’s fields the recommended model; otherwise one of the list, the GGUF file at an https address, or a file on this machine.',
      errors: [404, 409],
    },
    'GET /api/ai/on-this-machine/install': {
      id: 'getLocalInstall',
      summary: 'Follow an installation',
      description: 'The one under way, or the last one of this agent.',
      events: { install: localInstallAnswerSchema },
    },
    'DELETE /api/ai/on-this-machine/install': {
      id: 'cancelLocalInstall',
      summary: 'Cancel an installation',
      description: 'What has come stays for the next time.',
      errors: [404],
    },
  },
};
