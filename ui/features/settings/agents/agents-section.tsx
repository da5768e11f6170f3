import { AgentsCard } from '@/features/settings/agents/agents-card.tsx';
import { WakeCard } from '@/features/settings/agents/wake-card.tsx';

/** The section "Agents" of Settings, one card after the other. */
export function AgentsSection() {
  return (
    <>
      <AgentsCard />
      <WakeCard />
    </>
  );
}
