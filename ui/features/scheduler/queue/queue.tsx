import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { queueMessages as words } from '@/features/scheduler/queue/messages.ts';
import { queueQuery } from '@/features/scheduler/queue/queries.ts';
import { type QueueGroup, queueGroups } from '@/features/scheduler/queue/queue-groups.ts';
import { TimelineEntry } from '@/features/scheduler/timeline/timeline-entry.tsx';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** The posts of the next 24 hours with time and destinations; first those that need the user. */
export function Queue() {
  const timeZone = useTimeZone();
  const { data, error, refetch, dataUpdatedAt } = useQuery(queueQuery(useSupabase()));
  if (!data) {
    if (error) {
      return <ErrorState title={words.loadFailed} description={failureReason(error)} onRetry={() => void refetch()} />;
    }
    return (
      <div role="status" className="flex flex-col gap-4">
        <span className="sr-only">{words.loading}</span>
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </div>
    );
  }
  if (data.posts.length === 0) return <EmptyState icon={CalendarClock} {...words.empty} className="pt-4" />;
  const nameOf = groupNames(timeZone);
  return (
    <div className="flex flex-col gap-6">
      <p className="text-[0.8125rem] text-muted-foreground">
        <span className="font-medium text-foreground">{words.title}</span> · {words.zone(timeZone)}
      </p>
      {queueGroups(data.posts, new Date(dataUpdatedAt), timeZone).map((group) => (
        <section key={group.kind === 'hour' ? group.start : group.kind} className="flex flex-col gap-3.5">
          <h3 className="flex items-baseline justify-between gap-3 border-b pb-1.5 text-sm font-medium tabular-nums">
            {nameOf(group)}
            <span className="text-xs font-normal text-muted-foreground">{words.count(group.posts.length)}</span>
          </h3>
          <ol className="flex flex-col">
            {group.posts.map((post) => (
              <TimelineEntry key={post.id} post={post} destinations={data.destinations.get(post.id)} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** "Now", or a group's hour: "Mon, Nov 23, 3 PM". */
function groupNames(timeZone: string): (group: QueueGroup) => string {
  const hour = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    timeZone,
  });
  return (group) => (group.kind === 'hour' ? hour.format(group.start) : words.groups[group.kind]);
}
