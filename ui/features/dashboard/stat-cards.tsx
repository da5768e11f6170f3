import { CalendarClock, FileText, Images, type LucideIcon, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Skeleton } from '@/components/skeleton.tsx';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { type Stats, useStats } from '@/features/dashboard/queries.ts';

const { captions } = dashboardMessages;

type Card = {
  stat: keyof Stats;
  label: string;
  /** The caption of §2, unless it would be wrong for these counts. */
  caption: string | ((stats: Stats) => string);
  path: string;
  icon: LucideIcon;
};

const CARDS: Card[] = [
  {
    stat: 'scheduledPosts',
    label: 'Posts Scheduled',
    caption: ({ stuckPosts }) => (stuckPosts > 0 ? captions.stuck(stuckPosts) : captions.ready),
    path: '/scheduler',
    icon: CalendarClock,
  },
  { stat: 'contentCreated', label: 'Content Created', caption: captions.content, path: '/scheduler', icon: FileText },
  { stat: 'mediaAssets', label: 'Media Assets', caption: captions.media, path: '/media', icon: Images },
  {
    stat: 'activeAccounts',
    label: 'Active Accounts',
    caption: ({ activeAccounts, accounts }) =>
      activeAccounts < accounts ? captions.inactive(accounts - activeAccounts) : captions.connected,
    path: '/accounts',
    icon: Users,
  },
];

/** For captions while loading. */
const NO_STATS: Stats = {
  scheduledPosts: 0,
  stuckPosts: 0,
  contentCreated: 0,
  mediaAssets: 0,
  activeAccounts: 0,
  accounts: 0,
};

/** The four counts, each linked to its screen. */
export function StatCards() {
  const stats = useStats();
  return (
    <ul className="grid grid-cols-2 overflow-hidden rounded-lg border bg-border gap-px lg:grid-cols-4">
      {CARDS.map(({ stat, label, caption, path, icon: Icon }) => (
        <li key={stat} className="bg-card">
          <Link
            to={path}
            className="group flex h-full flex-col p-4 transition-colors duration-150 -outline-offset-2 hover:bg-accent sm:p-6"
          >
            <span className="flex items-center justify-between gap-2 text-sm font-medium text-muted-foreground">
              {label}
              <Icon className="size-4 shrink-0 max-sm:hidden" strokeWidth={1.8} aria-hidden="true" />
            </span>
            <span className="mt-3 text-3xl leading-none font-semibold tracking-[-0.03em] tabular-nums sm:mt-4 sm:text-4xl">
              {stats.isPending ? <Skeleton className="h-[1em] w-12" /> : <Count value={stats.data?.[stat]} />}
            </span>
            <span className="mt-2.5 text-[0.8125rem] leading-snug text-muted-foreground">
              {typeof caption === 'string' ? caption : caption(stats.data ?? NO_STATS)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Count({ value }: { value: number | undefined }) {
  if (value !== undefined) return value.toLocaleString('en-US');
  return (
    <>
      <span aria-hidden="true" className="text-muted-foreground">
        {dashboardMessages.unknown}
      </span>
      <span className="sr-only">{dashboardMessages.unknownSpoken}</span>
    </>
  );
}
