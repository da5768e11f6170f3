import { ArchivesCard } from '@/features/settings/archives/archives-card.tsx';
import { GuidesCard } from '@/features/settings/archives/guides-card.tsx';

export function ArchivesSection() {
  return (
    <>
      <ArchivesCard />
      <GuidesCard />
    </>
  );
}
