import type { Command } from 'commander';
import { abilitiesOf } from '../../../shared/agent/agent-words.ts';
import type { Agent } from '../../../shared/agent/agents.ts';
import { agentsApi } from '../../../shared/api/agents.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime } from '../terminal/local-time.ts';
import { print, printTable, type Terminal } from '../terminal/terminal.ts';

/** `agents list | rename | remove`: the machines that work on this workspace. */
export function addAgentsCommand(program: Command, terminal: Terminal): void {
  const agents = program.command('agents').description('the agents that work on this workspace');

  apiCommand(agents.command('list').description('list the agents, this one first, and what each can do'), terminal, {
    ask: listAgents,
    tell(list) {
      const rows = list.map((agent) => [
        agent.isThis ? `${agent.name} (this one)` : agent.name,
        agent.state,
        localTime(agent.seenAt),
        agent.logins.map(loginInWords).join(', ') || '-',
        abilitiesOf(agent).join(', ') || '-',
      ]);
      printTable(terminal, ['NAME', 'STATE', 'LAST SEEN', 'CAN POST TO', 'HAS'], rows);
    },
  });

  const rename = agents
    .command('rename <name> [agent]')
    .description('name this agent, or another one by its name or id');
  apiCommand(rename, terminal, {
    ask: async (api: Api, name: string, wanted?: string) =>
      call(api, agentsApi.renameAgent, { params: { id: (await findAgent(api, wanted)).id }, body: { name } }),
    tell: ({ name }) => print(terminal, `The agent is now named ${name}.`),
  });

  apiCommand(agents.command('remove <agent>').description('remove an agent that is gone'), terminal, {
    async ask(api: Api, wanted: string) {
      const found = await findAgent(api, wanted);
      await call(api, agentsApi.removeAgent, { params: { id: found.id } });
      return found;
    },
    tell: ({ name }) => print(terminal, `Removed ${name}.`),
  });
}

function listAgents(api: Api): Promise<Agent[]> {
  return call(api, agentsApi.listAgents);
}

/** Finds an agent by name or id; without one, this agent. */
async function findAgent(api: Api, wanted?: string): Promise<Agent> {
  const all = await listAgents(api);
  const isWanted = ({ id, name, isThis }: Agent) =>
    wanted === undefined ? isThis : id === wanted || name.toLowerCase() === wanted.toLowerCase();
  const [one, other] = all.filter(isWanted);
  if (!one) throw new AppError('not_found', noSuchAgent(wanted ?? 'this one'));
  if (other) throw new AppError('conflict', `Several agents have that name. Give the id: ${one.id} or ${other.id}.`);
  return one;
}

function loginInWords({ platform, label, posts }: Agent['logins'][number]): string {
  return `${platformLabel(platform)} ${label}${posts ? '' : ' (standby)'}`;
}

const noSuchAgent = (wanted: string) => `There is no agent named ${wanted}. \`local-agent agents list\` shows them.`;
