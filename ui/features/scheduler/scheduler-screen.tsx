import { lazy, Suspense } from 'react';
import { PageHeader } from '@/components/page-header.tsx';
import { AutopilotCard } from '@/features/scheduler/autopilot-card.tsx';
import { ContentCard } from '@/features/scheduler/content-card.tsx';
import { useEditedContent } from '@/features/scheduler/editor/use-edited-content.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { SectionLinks } from '@/features/scheduler/section-links.tsx';
import { TimelineCard } from '@/features/scheduler/timeline-card.tsx';
import { useView } from '@/features/scheduler/view.ts';
import { cn } from '@/lib/class-names.ts';

const Editor = lazy(async () => ({ default: (await import('@/features/scheduler/editor/editor.tsx')).Editor }));

/** Scheduler (§2): generate now, what was generated, and when it goes out. A calendar needs the whole width and stands first. */
export function SchedulerScreen() {
  const [view, setView] = useView();
  const edited = useEditedContent();
  const content = <ContentCard key="content" />;
  const timeline = <TimelineCard key="timeline" view={view} onViewChange={setView} />;
  const isList = view === 'list';
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={schedulerMessages.title} subtitle={schedulerMessages.subtitle} />
      <AutopilotCard />
      <SectionLinks />
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-6',
          isList && 'xl:grid-cols-[minmax(0,1fr)_22rem]',
        )}
      >
        {isList ? [content, timeline] : [timeline, content]}
      </div>
      {edited.id ? (
        <Suspense>
          <Editor key={edited.id} id={edited.id} onClose={edited.close} />
        </Suspense>
      ) : null}
    </div>
  );
}
