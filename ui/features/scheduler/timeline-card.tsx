import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { schedulerMessages, schedulerToasts } from '@/features/scheduler/messages.ts';
import { type ScheduledPost, timelineQuery } from '@/features/scheduler/queries.ts';
import { SECTIONS, Section } from '@/features/scheduler/section.tsx';
import { TimelineEntry } from '@/features/scheduler/timeline-entry.tsx';
import { PAGE_SIZE, timelineStart } from '@/features/scheduler/timeline-window.ts';
import { useLoadFailure } from '@/features/scheduler/use-load-failure.ts';
import { useSupabase } from '@/lib/supabase.ts';

const { title, loading, empty, showEarlier } = schedulerMessages.timeline;

/** "Scheduled Posts Timeline (count)" (§2): when each post goes out, earliest first. */
export function TimelineCard() {
  const query = useQuery(timelineQuery(useSupabase()));
  useLoadFailure(query);
  return (
    <Section id={SECTIONS.timeline}>
      <CardHeader>
        <CardTitle>{query.data ? `${title} (${query.data.length})` : title}</CardTitle>
      </CardHeader>
      <CardContent>
        {query.data ? (
          <Timeline posts={query.data} />
        ) : query.isError ? (
          <ErrorState
            title={schedulerToasts.loadFailed}
            description={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <TimelineLoading />
        )}
      </CardContent>
    </Section>
  );
}

function Timeline({ posts }: { posts: ScheduledPost[] }) {
  const [openedAt] = useState(() => new Date());
  const [earlier, setEarlier] = useState(0);
  const [later, setLater] = useState(PAGE_SIZE);
  if (posts.length === 0) return <EmptyState icon={CalendarClock} {...empty} />;
  const start = timelineStart(posts, openedAt);
  const from = Math.max(0, start - earlier);
  const to = start + later;
  return (
    <div className="flex flex-col gap-5">
      {from > 0 ? (
        <Button variant="outline" onClick={() => setEarlier(earlier + PAGE_SIZE)}>
          {showEarlier(from)}
        </Button>
      ) : null}
      <ol className="flex flex-col">
        {posts.slice(from, to).map((post) => (
          <TimelineEntry key={post.id} post={post} />
        ))}
      </ol>
      {posts.length > to ? (
        <Button variant="outline" onClick={() => setLater(later + PAGE_SIZE)}>
          {schedulerMessages.showMore(posts.length - to)}
        </Button>
      ) : null}
    </div>
  );
}

function TimelineLoading() {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted-foreground">
        {loading}
      </p>
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </div>
  );
}
