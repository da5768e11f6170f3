import { usePlace } from '@/domain/workspace/place.ts';
import { CloudCard } from '@/features/settings/workspace/cloud-card.tsx';
import { MoveCard } from '@/features/settings/workspace/move-card.tsx';
import { WorkspaceCard } from '@/features/settings/workspace/workspace-card.tsx';

/** The "Workspace" section of Settings: where the data is, and whether posts are created there. */
export function WorkspaceSection() {
  const isHosted = usePlace().data?.mode === 'hosted';
  return (
    <>
      <WorkspaceCard />
      {isHosted ? <CloudCard /> : null}
      <MoveCard />
    </>
  );
}
