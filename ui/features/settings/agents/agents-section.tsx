import { AgentsCard } from '@/features/settings/agents/agents-card.tsx';

/** The section "Agents" of Settings, one card after the other. */
export function AgentsSection() {
  return <AgentsCard />;
}
