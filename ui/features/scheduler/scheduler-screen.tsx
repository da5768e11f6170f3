import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { PausedBanner } from '@/domain/publishing/paused-banner.tsx';
import { AutopilotCard } from '@/features/scheduler/autopilot-card.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { ContentCard } from '@/features/scheduler/posts/content-card.tsx';
import { useOpenedContent } from '@/features/scheduler/posts/use-opened-content.ts';
import { SECTIONS } from '@/features/scheduler/section.tsx';
import { SelectionProvider } from '@/features/scheduler/selection/selection.tsx';
import { SelectionBar } from '@/features/scheduler/selection/selection-bar.tsx';
import { TimelineCard } from '@/features/scheduler/timeline/timeline-card.tsx';
import { useView } from '@/features/scheduler/view.ts';
import { cn } from '@/lib/class-names.ts';

const Preview = lazy(async () => ({ default: (await import('@/features/scheduler/posts/preview.tsx')).Preview }));
const Deliveries = lazy(async () => ({
  default: (await import('@/features/scheduler/deliveries/deliveries-dialog.tsx')).DeliveriesDialog,
}));

/**
 * Scheduler (§2): generating, the generated content, and the timeline. A calendar needs the full width and comes first.
 */
export function SchedulerScreen() {
  const [view, setView] = useView();
  const { previewed, delivered, edit, close } = useOpenedContent();
  const content = <ContentCard key="content" />;
  const timeline = <TimelineCard key="timeline" view={view} onViewChange={setView} />;
  const isList = view === 'list';
  return (
    <Page wide>
      <PageHeader
        title={schedulerMessages.title}
        subtitle={schedulerMessages.subtitle}
        actions={
          <Button asChild>
            <Link to="/compose">
              <Plus aria-hidden="true" />
              {schedulerMessages.newPost}
            </Link>
          </Button>
        }
      />
      <PausedBanner />
      <AutopilotCard />
      <SectionLinks />
      <SelectionProvider>
        <SelectionBar />
        <div
          className={cn(
            'grid grid-cols-[minmax(0,1fr)] items-start gap-6',
            isList && 'xl:grid-cols-[minmax(0,1fr)_22rem]',
          )}
        >
          {isList ? [content, timeline] : [timeline, content]}
        </div>
      </SelectionProvider>
      <Suspense>
        {previewed ? <Preview key={previewed} id={previewed} onEdit={() => edit(previewed)} onClose={close} /> : null}
        {delivered ? <Deliveries key={delivered} id={delivered} onEdit={edit} onClose={close} /> : null}
      </Suspense>
    </Page>
  );
}

const LINKS = [
  [SECTIONS.content, schedulerMessages.content.title],
  [SECTIONS.timeline, schedulerMessages.timeline.title],
] as const;

/** Links to the two lists when they are stacked, since the first may be long. */
function SectionLinks() {
  return (
    <nav aria-label={schedulerMessages.onThisPage} className="flex flex-wrap gap-x-6 gap-y-2 text-sm xl:hidden">
      {LINKS.map(([id, title]) => (
        <a key={id} href={`#${id}`} className="rounded-sm font-medium text-primary underline-offset-4 hover:underline">
          {title}
        </a>
      ))}
    </nav>
  );
}
