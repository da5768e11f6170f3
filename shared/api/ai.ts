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
    summary: 'Ask who writes the posts, and what it has cost this month',
    answer: aiStateSchema,
  },
  changeAi: {
    route: 'POST /api/ai',
    summary: 'Choose who writes the posts',
    description:
      'Changes what is named. Another provider resets the choice, and another address asks for the key again.',
    access: 'owner',
    body: aiChangeSchema,
    answer: aiStateSchema,
    errors: [409],
  },
  testAi: {
    route: 'POST /api/ai/test',
    summary: 'Try a choice out without saving it',
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
    summary: 'List the models that the agent itself can run, and what is installed of them',
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
    description: 'With what was downloaded of it. A file of your own stays where it is.',
    access: 'owner',
    params: z.object({ model: localModelIdSchema }),
    answer: localAiStateSchema,
    errors: [404, 409],
  },
  installLocalModel: {
    route: 'POST /api/ai/on-this-machine/install',
    summary: 'Install a model on this machine, or continue',
    description:
      'With the engine, where it is missing. Without a body’s fields the recommended model; otherwise one of the list, the GGUF file at an https address, or a file on this machine.',
    access: 'owner',
    body: localInstallRequestSchema,
    answer: localInstallSchema,
    status: 202,
    errors: [404, 409],
  },
  getLocalInstall: {
    route: 'GET /api/ai/on-this-machine/install',
    summary: 'Follow an installation',
    description: 'The one under way, or the last one of this agent.',
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
