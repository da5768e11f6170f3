import { Skeleton } from '@/components/skeleton.tsx';
import { settingsMessages } from '@/features/settings/messages.ts';

/** Shown while a section's code or its settings are loading. */
export function SectionSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">{settingsMessages.loading}</span>
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-52 rounded-lg" />
    </div>
  );
}
