import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { useLogged } from '@/features/dashboard/queries.ts';
import { weekQuery } from '@/features/dashboard/today/queries.ts';
import { type Day, daysOf, type WeekPost } from '@/features/dashboard/today/week.ts';
import { cn } from '@/lib/class-names.ts';
import { nowDate } from '@/lib/clock.ts';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatter } from '@/lib/time.ts';

const { week: words, next, unknown, unknownSpoken } = dashboardMessages;

/** The maximum number of marks that fit below a day. */
const MARKS_SHOWN = 5;

const MARKS: Partial<Record<WeekPost['status'], string>> = {
  published: 'bg-success',
  failed: 'bg-destructive',
  needs_review: 'bg-warning',
};

/** The seven days from today on, each with its posts; a press opens the day in the Scheduler. */
export function WeekStrip() {
  const timeZone = useTimeZone();
  const { data } = useLogged(useQuery(weekQuery(useSupabase())));
  const days = daysOf(data?.posts ?? [], timeZone, nowDate(), data?.isCut);
  return (
    <ol aria-label={words.title} className="grid grid-cols-7 divide-x border-t">
      {days.map((day, index) => (
        <li key={day.date} className="min-w-0">
          <DayLink day={day} isToday={index === 0} isKnown={data !== undefined} />
        </li>
      ))}
    </ol>
  );
}

// Date-only strings are parsed as UTC.
const SHORT_DAY = formatter('UTC', { weekday: 'short' });
const LONG_DAY = formatter('UTC', { weekday: 'long', month: 'long', day: 'numeric' });

function DayLink({ day: { date, posts }, isToday, isKnown }: { day: Day; isToday: boolean; isKnown: boolean }) {
  const at = new Date(date);
  const count = posts?.length;
  return (
    <Link
      to={paths.postsOfDay(date)}
      className="flex h-[4.75rem] flex-col items-center justify-center gap-1 -outline-offset-2 transition-colors duration-150 hover:bg-accent"
    >
      <span className="sr-only">{words.day(LONG_DAY.format(at), isKnown ? spokenPosts(posts) : unknownSpoken)}</span>
      <span aria-hidden="true" className={cn('text-xs text-muted-foreground', isToday && 'font-medium text-primary')}>
        {isToday ? next.today : SHORT_DAY.format(at)}
      </span>
      <span
        aria-hidden="true"
        className={cn(
          'text-base leading-none font-semibold tabular-nums',
          !count && 'font-normal text-muted-foreground',
        )}
      >
        {isKnown ? (count ?? '…') : unknown}
      </span>
      <span aria-hidden="true" className="flex h-1.5 gap-0.5">
        {posts?.slice(0, MARKS_SHOWN).map(({ scheduled_time, status }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: several posts may have one time.
            key={`${scheduled_time} ${index}`}
            className={cn('size-1.5 rounded-full', MARKS[status] ?? 'bg-primary')}
          />
        ))}
      </span>
    </Link>
  );
}

function spokenPosts(posts: readonly WeekPost[] | null): string {
  if (posts === null) return words.many;
  const needy = posts.filter(({ status }) => status === 'needs_review' || status === 'failed').length;
  const count = words.posts(posts.length);
  return needy > 0 ? `${count}, ${words.needy(needy)}` : count;
}
