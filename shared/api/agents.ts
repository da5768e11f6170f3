import { z } from 'zod';
import { agentNameSchema, agentParamsSchema, agentSchema, strandedChannelSchema } from '../agent/agents.ts';
import type { Operations } from './operation.ts';

export const agentsApi = {
  listAgents: {
    route: 'GET /api/agents',
    summary: 'List the agents of the workspace, starting with the one that responds',
    answer: z.array(agentSchema),
  },
  listStrandedChannels: {
    route: 'GET /api/stranded-channels',
    summary: 'List the accounts whose due posts no running agent can send',
    answer: z.array(strandedChannelSchema),
  },
  renameAgent: {
    route: 'PUT /api/agents/:id',
    summary: 'Rename an agent',
    access: 'owner',
    params: agentParamsSchema,
    body: agentNameSchema,
    answer: agentSchema,
    errors: [404],
  },
  removeAgent: {
    route: 'DELETE /api/agents/:id',
    summary: 'Remove a stopped agent',
    description: '409 while it is running. Accounts that only it posted to must be connected again.',
    access: 'owner',
    params: agentParamsSchema,
    errors: [404, 409],
  },
} as const satisfies Operations;
