import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { STATUS_DOTS } from '@/features/scheduler/status-badge.tsx';
import { cn } from '@/lib/class-names.ts';

/** A post in the calendar: status, time, first line. Reached by pointer; by keyboard its day is opened. */
export function Chip({ post, time }: { post: ScheduledPost; time: string }) {
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
