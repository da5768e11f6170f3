import { z } from 'zod';
import { agentsApi } from '../../../shared/api/agents.ts';
import { call } from '../../agent-client/api.ts';
import { addTool, READS, type Registry } from '../tool.ts';

/** list_agents. Naming and removing agents is left to the user. */
export function addAgentTools(registry: Registry): void {
  addTool(
    registry,
    'list_agents',
    {
      title: 'List agents',
      description:
        'Lists the agents that work on this workspace: whether each runs, when it was last heard of, to which accounts it can post, and whether it has a browser, a screen and a local model. Use it where a post waits for an agent.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const data = await call(api, agentsApi.listAgents);
      const running = data.filter(({ state }) => state === 'running').length;
      return { says: `${data.length} agents, ${running} of them running.`, data };
    },
  );
}
