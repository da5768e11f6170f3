import { AgentsCard } from '@/features/settings/agents/agents-card.tsx';
import { WakeCard } from '@/features/settings/agents/wake-card.tsx';
import { LoginsCard } from '@/features/settings/logins/logins-card.tsx';

/** The "Agents" section of Settings. */
export function AgentsSection() {
  return (
    <>
      <AgentsCard />
      <LoginsCard />
      <WakeCard />
    </>
  );
}
