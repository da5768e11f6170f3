import { CalendarCheck, CalendarX, FileText, FolderPlus, Hand, History, type LucideIcon, UserPlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import type { Activity } from '@/features/dashboard/activity.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { useActivity } from '@/features/dashboard/queries.ts';
import { Unknown } from '@/features/dashboard/unknown.tsx';
import { formatDateTime, formatRelative } from '@/lib/time.ts';

const ICONS: Record<Activity['kind'], LucideIcon> = {
  project: FolderPlus,
  content: FileText,
  post: CalendarCheck,
  turn: Hand,
  stopped: CalendarX,
  account: UserPlus,
};

/** The latest projects, posts and accounts, newest first. */
export function RecentActivity() {
  const activity = useActivity();
  return (
    <Card>
      <CardHeader className="pb-3">
        <CardTitle>Recent Activity</CardTitle>
      </CardHeader>
      {activity.isPending ? <LoadingActivity /> : <ActivityList items={activity.data} />}
    </Card>
  );
}

function LoadingActivity() {
  return (
    <CardContent className="flex flex-col gap-4">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-5 w-2/3" />
    </CardContent>
  );
}

/** `items` is undefined when loading failed: then a dash, never "no activity". */
function ActivityList({ items }: { items: Activity[] | undefined }) {
  if (!items) {
    return (
      <CardContent className="text-muted-foreground">
        <Unknown />
      </CardContent>
    );
  }
  if (items.length === 0) return <EmptyState icon={History} title={dashboardMessages.noActivity} className="py-6" />;
  return (
    <ul>
      {items.map((item) => (
        <ActivityRow key={`${item.kind}-${item.id}`} item={item} />
      ))}
    </ul>
  );
}

function ActivityRow({ item }: { item: Activity }) {
  const timeZone = useTimeZone();
  const Icon = ICONS[item.kind];
  return (
    <li className="border-t max-sm:nth-[n+3]:hidden">
      <Link
        to={item.path}
        className="flex items-start gap-3.5 px-5 py-2.5 -outline-offset-2 transition-colors duration-150 hover:bg-accent sm:px-6"
      >
        <Icon className="mt-0.5 size-4.5 shrink-0 text-muted-foreground" strokeWidth={1.8} aria-hidden="true" />
        <span className="min-w-0 flex-1 text-sm">
          <span className="block truncate font-medium">
            <bdi>{item.subject || item.happened}</bdi>
          </span>
          <span className="block text-[0.8125rem] text-muted-foreground">
            {item.scheduledTime
              ? `${item.happened} ${item.kind === 'stopped' ? 'since' : 'for'} ${formatDateTime(item.scheduledTime, timeZone)}`
              : item.happened}
          </span>
        </span>
        <time
          dateTime={item.at}
          title={formatDateTime(item.at, timeZone)}
          className="shrink-0 pt-px text-[0.8125rem] whitespace-nowrap text-muted-foreground tabular-nums"
        >
          {formatRelative(item.at, new Date())}
        </time>
      </Link>
    </li>
  );
}
