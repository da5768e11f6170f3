import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import type { CalendarView } from '@/features/scheduler/calendar/cursor.ts';
import { calendarMessages } from '@/features/scheduler/calendar/messages.ts';

type ToolbarProps = {
  view: CalendarView;
  name: string;
  zone: string;
  onStep: (steps: 1 | -1) => void;
  onToday: () => void;
};

/**
 * The calendar's period and zone, and buttons for the previous and next period (which a dragged post can press, see
 * drag) and today.
 */
export function Toolbar({ view, name, zone, onStep, onToday }: ToolbarProps) {
  const { previous, next, today, zone: inZone } = calendarMessages;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex items-center gap-1.5">
        <IconButton
          icon={ChevronLeft}
          data-turn
          className="data-over:bg-primary/10"
          variant="outline"
          size="icon"
          label={previous[view]}
          onClick={() => onStep(-1)}
        />
        <IconButton
          icon={ChevronRight}
          data-turn
          className="data-over:bg-primary/10"
          variant="outline"
          size="icon"
          label={next[view]}
          onClick={() => onStep(1)}
        />
        <Button variant="outline" onClick={onToday}>
          {today}
        </Button>
      </div>
      <h3 aria-live="polite" className="text-base font-semibold tabular-nums">
        {name}
      </h3>
      <p className="text-[0.8125rem] text-muted-foreground sm:ml-auto">{inZone(zone)}</p>
    </div>
  );
}
