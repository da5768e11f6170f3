import { AssistantsCard } from '@/features/settings/people/assistants-card.tsx';
import { MembersCard } from '@/features/settings/people/members-card.tsx';

export function MembersSection() {
  return (
    <>
      <MembersCard />
      <AssistantsCard />
    </>
  );
}
