import { CalendarClock, FileText, Images, type LucideIcon, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Skeleton } from '@/components/skeleton.tsx';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { type Stats, useStats } from '@/features/dashboard/queries.ts';
import { Unknown } from '@/features/dashboard/unknown.tsx';

const { captions, notes } = dashboardMessages;

type Card = {
  stat: 'scheduledPosts' | 'contentCreated' | 'mediaAssets' | 'activeAccounts';
  label: string;
  /** The caption of §2, unless it would be wrong for these counts. */
  caption: string | ((stats: Stats) => string);
  /** What the caption leaves out. */
  note?: (stats: Stats) => string | null;
  path: string;
  icon: LucideIcon;
};

const CARDS: Card[] = [
  {
    stat: 'scheduledPosts',
    label: 'Posts Scheduled',
    caption: ({ stuckPosts }) => (stuckPosts > 0 ? captions.stuck(stuckPosts) : captions.ready),
    note: ({ scheduledPosts, accounts }) =>
      scheduledPosts > 0 && accounts.every(({ channel }) => channel === null) ? notes.nothingConnected : null,
    path: '/scheduler',
    icon: CalendarClock,
  },
  {
    stat: 'contentCreated',
    label: 'Content Created',
    caption: captions.content,
    note: ({ writtenByHand }) => (writtenByHand > 0 ? notes.byHand(writtenByHand) : null),
    path: '/scheduler',
    icon: FileText,
  },
  { stat: 'mediaAssets', label: 'Media Assets', caption: captions.media, path: '/media', icon: Images },
  {
    stat: 'activeAccounts',
    label: 'Active Accounts',
    caption: ({ activeAccounts, accounts }) =>
      activeAccounts < accounts.length ? captions.inactive(accounts.length - activeAccounts) : captions.connected,
    path: '/accounts',
    icon: Users,
  },
];

/** For captions while loading. */
const NO_STATS: Stats = {
  scheduledPosts: 0,
  stuckPosts: 0,
  contentCreated: 0,
  writtenByHand: 0,
  mediaAssets: 0,
  activeAccounts: 0,
  accounts: [],
};

/** The four counts, each linked to its screen. */
export function StatCards() {
  const { data, isPending } = useStats();
  return (
    <ul className="grid grid-cols-2 overflow-hidden rounded-lg border bg-border gap-px lg:grid-cols-4">
      {CARDS.map(({ stat, label, caption, note, path, icon: Icon }) => (
        <li key={stat} className="bg-card">
          <Link
            to={path}
            className="grid h-full grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 px-4 py-3.5 transition-colors duration-150 -outline-offset-2 hover:bg-accent sm:px-6"
          >
            <span className="text-sm font-medium text-muted-foreground">{label}</span>
            <span className="col-span-2 row-start-2 mt-1 text-2xl leading-none font-semibold tracking-[-0.03em] tabular-nums">
              {isPending ? <Skeleton className="h-[1em] w-10" /> : (data?.[stat].toLocaleString('en') ?? <Unknown />)}
            </span>
            <span className="col-span-2 mt-1.5 text-[0.8125rem] leading-snug text-muted-foreground">
              {typeof caption === 'string' ? caption : caption(data ?? NO_STATS)}
              <Note text={data && note?.(data)} />
            </span>
            <Icon
              className="col-start-2 row-start-1 size-4 text-muted-foreground max-sm:hidden"
              strokeWidth={1.8}
              aria-hidden="true"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Note({ text }: { text: string | null | undefined }) {
  return text ? <span className="font-medium text-foreground"> · {text}</span> : null;
}
