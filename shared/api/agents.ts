import { z } from 'zod';
import { agentNameSchema, agentParamsSchema, agentSchema, strandedChannelSchema } from '../agent/agents.ts';
import type { Operations } from './operation.ts';

export const agentsApi = {
  listAgents: {
    route: 'GET /api/agents',
    summary: 'List the agents of the workspace, the one that answers first',
    answer: z.array(agentSchema),
  },
  listStrandedChannels: {
    route: 'GET /api/stranded-channels',
    summary: 'List the accounts whose due posts no running agent can send',
    answer: z.array(strandedChannelSchema),
  },
  renameAgent: {
    route: 'PUT /api/agents/:id',
    summary: 'Name an agent',
    access: 'owner',
    params: agentParamsSchema,
    body: agentNameSchema,
    answer: agentSchema,
    errors: [404],
  },
  removeAgent: {
    route: 'DELETE /api/agents/:id',
    summary: 'Remove an agent that is gone',
    description: '409 while it runs. The accounts that it alone posted to must be connected again.',
    access: 'owner',
    params: agentParamsSchema,
    errors: [404, 409],
  },
} as const satisfies Operations;
