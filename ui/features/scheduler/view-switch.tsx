import { CalendarDays, CalendarRange, List } from 'lucide-react';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { VIEWS, type View } from '@/features/scheduler/view.ts';
import { cn } from '@/lib/class-names.ts';

const ICONS = { list: List, month: CalendarDays, week: CalendarRange };

/** List, month or week. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (next: View) => void }) {
  return (
    <fieldset className="inline-flex w-fit rounded-md border bg-muted p-0.5">
      <legend className="sr-only">{schedulerMessages.views.label}</legend>
      {VIEWS.map((choice) => {
        const Icon = ICONS[choice];
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === view}
            onClick={() => onChange(choice)}
            className={cn(
              'inline-flex h-8 items-center gap-1.5 rounded-sm px-2.5 text-[0.8125rem] font-medium text-muted-foreground transition-colors duration-150 hover:text-foreground max-sm:h-10 max-sm:px-3.5',
              choice === view && 'bg-card text-foreground shadow-raised',
            )}
          >
            <Icon className="size-4" aria-hidden="true" />
            {schedulerMessages.views[choice]}
          </button>
        );
      })}
    </fieldset>
  );
}
