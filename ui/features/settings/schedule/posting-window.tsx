import { hourProblem } from '@/features/settings/form.ts';
import { postingHoursNote } from '@/features/settings/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { FIRST_HOUR, LAST_HOUR } from '../../../../shared/workspace/settings.ts';

const HOURS = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, index) => FIRST_HOUR + index);
const TICKS = [0, 6, 12, 18];

/** The day as a strip of 24 hours with the posting hours, and a summary. Nothing while an hour is invalid. */
export function PostingWindow({ start, end }: { start: string; end: string }) {
  if (hourProblem(start) !== null || hourProblem(end) !== null) return null;
  const [from, to] = [Number(start), Number(end)];
  const isOpen = (hour: number) => (from < to ? hour >= from && hour < to : hour >= from || hour < to);
  return (
    <div className="flex flex-col gap-2.5">
      <div aria-hidden="true">
        <div className="flex gap-px overflow-hidden rounded-sm">
          {HOURS.map((hour) => (
            <span key={hour} className={cn('h-2 flex-1', isOpen(hour) ? 'bg-primary/75' : 'bg-foreground/10')} />
          ))}
        </div>
        <div className="mt-1 grid grid-cols-4 text-xs text-muted-foreground tabular-nums">
          {TICKS.map((hour) => (
            <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
          ))}
        </div>
      </div>
      <p role="status" className="text-[0.8125rem] leading-snug text-muted-foreground">
        {postingHoursNote(from, to)}
      </p>
    </div>
  );
}
