import { PageHeader } from '@/components/page-header.tsx';
import { AutopilotCard } from '@/features/scheduler/autopilot-card.tsx';
import { ContentCard } from '@/features/scheduler/content-card.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { SectionLinks } from '@/features/scheduler/section-links.tsx';
import { TimelineCard } from '@/features/scheduler/timeline-card.tsx';

/** Scheduler (§2): generate now, what was generated, and when it goes out. */
export function SchedulerScreen() {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={schedulerMessages.title} subtitle={schedulerMessages.subtitle} />
      <AutopilotCard />
      <SectionLinks />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <ContentCard />
        <TimelineCard />
      </div>
    </div>
  );
}
