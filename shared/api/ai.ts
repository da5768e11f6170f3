import { z } from 'zod';
import { aiChangeSchema, aiStateSchema, aiTestResultSchema, localServersSchema, modelListSchema } from '../ai/ai.ts';
import {
  LOCAL_AI_EVENTS,
  localAiStateSchema,
  localInstallAnswerSchema,
  localInstallRequestSchema,
  localInstallSchema,
  localModelIdSchema,
} from '../ai/local-ai.ts';
import type { Operations } from './operation.ts';

export const aiApi = {
  getAi: {
    route: 'GET /api/ai',
    summary: 'Get the writer of the posts and its cost this month',
    answer: aiStateSchema,
  },
  changeAi: {
    route: 'POST /api/ai',
    summary: 'Choose the writer of the posts',
    description:
      'Omitted fields stay unchanged. Another provider resets the choice, and another address requires the key again.',
    access: 'owner',
    body: aiChangeSchema,
    answer: aiStateSchema,
    errors: [409],
  },
  testAi: {
    route: 'POST /api/ai/test',
    summary: 'Test a choice without saving it',
    access: 'owner',
    body: aiChangeSchema,
    answer: aiTestResultSchema,
    errors: [409, 429, 502],
  },
  listModels: {
    route: 'POST /api/ai/models',
    summary: 'List the models that a provider offers',
    access: 'owner',
    body: aiChangeSchema,
    answer: modelListSchema,
    errors: [409, 429, 502],
  },
  listLocalModels: {
    route: 'GET /api/ai/local',
    summary: 'Find model servers on this machine',
    answer: localServersSchema,
  },
} as const satisfies Operations;

export const localAiApi = {
  getLocalAi: {
    route: 'GET /api/ai/on-this-machine',
    summary: 'List the models that the agent can run itself, and which are installed',
    answer: localAiStateSchema,
  },
  removeLocalAi: {
    route: 'DELETE /api/ai/on-this-machine',
    summary: 'Remove the engine and every model on this machine',
    access: 'owner',
    answer: localAiStateSchema,
    errors: [409],
  },
  removeLocalModel: {
    route: 'DELETE /api/ai/on-this-machine/models/:model',
    summary: 'Remove a model on this machine',
    description: 'Also removes a partial download. Your own file stays where it is.',
    access: 'owner',
    params: z.object({ model: localModelIdSchema }),
    answer: localAiStateSchema,
    errors: [404, 409],
  },
  installLocalModel: {
    route: 'POST /api/ai/on-this-machine/install',
    summary: 'Install a model on this machine, or continue an installation',
    description:
      'Also installs the engine if it is missing. Without any fields, it installs the recommended model; otherwise one from the list, the GGUF file at an https address, or a file on this machine.',
    access: 'owner',
    body: localInstallRequestSchema,
    answer: localInstallSchema,
    status: 202,
    errors: [404, 409],
  },
  getLocalInstall: {
    route: 'GET /api/ai/on-this-machine/install',
    summary: 'Follow an installation',
    description: 'The one in progress, or the last one of this agent.',
    answer: localInstallAnswerSchema,
    events: { [LOCAL_AI_EVENTS.install]: localInstallAnswerSchema },
  },
  cancelLocalInstall: {
    route: 'DELETE /api/ai/on-this-machine/install',
    summary: 'Cancel an installation',
    description: 'The partial download is kept for the next time.',
    access: 'owner',
    answer: localInstallSchema,
    errors: [404],
  },
} as const satisfies Operations;
