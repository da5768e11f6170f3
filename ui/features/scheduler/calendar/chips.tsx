import { TriangleAlert } from 'lucide-react';
import { calendarMessages } from '@/features/scheduler/calendar/messages.ts';
import { STATUS_DOTS } from '@/features/scheduler/posts/status-badge.tsx';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { cn } from '@/lib/class-names.ts';

type ChipsProps = {
  posts: ScheduledPost[];
  /** Lines that the cell has; posts that find none fold into "+N more", which opens the day. */
  lines: number;
  clock: Intl.DateTimeFormat;
};

/** The posts of one cell of the calendar. */
export function Chips({ posts, lines, clock }: ChipsProps) {
  const shown = posts.length > lines ? posts.slice(0, lines - 1) : posts;
  return (
    <>
      {shown.map((post) => (
        <Chip key={post.id} post={post} time={clock.format(Date.parse(post.scheduled_time))} />
      ))}
      {shown.length < posts.length ? (
        <button
          type="button"
          tabIndex={-1}
          className="w-fit rounded-sm px-1.5 text-left text-xs leading-5 font-medium text-primary underline-offset-4 hover:underline"
        >
          {calendarMessages.more(posts.length - shown.length)}
        </button>
      ) : null}
    </>
  );
}

/** A post in the calendar: status, time, whether a platform would not take it, first line. Reached by pointer; by keyboard its day is opened. */
function Chip({ post, time }: { post: ScheduledPost; time: string }) {
  const isMovable = post.status === 'scheduled';
  return (
    <button
      type="button"
      tabIndex={-1}
      data-chip={post.id}
      className={cn(
        'flex w-full min-w-0 items-center gap-1.5 rounded-sm border bg-background px-1.5 py-0.5 text-left text-xs leading-5 select-none [-webkit-touch-callout:none] hover:border-muted-foreground/45 data-lifted:opacity-40',
        isMovable && 'cursor-grab!',
      )}
    >
      <span aria-hidden="true" className={cn('size-1.5 shrink-0 rounded-full', STATUS_DOTS[post.status])} />
      <span className="shrink-0 font-medium tabular-nums">{time}</span>
      <span className="sr-only">{post.status.replaceAll('_', ' ')}</span>
      {isMovable && post.problems.some((problem) => !problem.isWarning) ? (
        <>
          <TriangleAlert className="size-3 shrink-0 text-destructive" aria-hidden="true" />
          <span className="sr-only">{calendarMessages.problem}</span>
        </>
      ) : null}
      <span
        dir="auto"
        className={cn('min-w-0 truncate text-muted-foreground', post.status === 'cancelled' && 'line-through')}
      >
        {firstLine(post.generated_content.caption)}
      </span>
    </button>
  );
}

/** No cell shows more of it, in characters. */
const LINE_CHARACTERS = 80;

function firstLine(caption: string): string {
  return (caption.trim().split('\n', 1)[0] ?? '').slice(0, LINE_CHARACTERS);
}
