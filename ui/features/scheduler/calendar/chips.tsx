import { Chip } from '@/features/scheduler/calendar/chip.tsx';
import { calendarMessages } from '@/features/scheduler/calendar/messages.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';

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
