import { Card, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { agentsMessages as words } from '@/features/settings/agents/agent-messages.ts';
import { AgentRow } from '@/features/settings/agents/agent-row.tsx';
import { useAgents } from '@/features/settings/agents/use-agents.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';

/** The agents of the workspace, this one first. Owners can rename and remove them; members can only view them. */
export function AgentsCard() {
  const agents = useAgents();
  const isOwner = useIsOwner();
  if (!agents.data || isOwner === null)
    return <WaitingCard words={words} error={agents.error} onRetry={() => void agents.refetch()} />;
  return (
    <Card aria-labelledby="agents-title">
      <CardHeader>
        <CardTitle id="agents-title">{words.title}</CardTitle>
        <CardDescription className="max-sm:col-span-2">{words.description}</CardDescription>
      </CardHeader>
      <ul>
        {agents.data.map((agent) => (
          <AgentRow key={agent.id} agent={agent} isOwner={isOwner} />
        ))}
      </ul>
    </Card>
  );
}
