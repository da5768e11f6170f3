import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldGroup } from '@/components/field.tsx';
import { hourProblem, type SettingsForm } from '@/features/settings/form.ts';
import { postingHoursNote, settingsMessages } from '@/features/settings/messages.ts';
import { NumberField } from '@/features/settings/number-field.tsx';
import { TimezoneField } from '@/features/settings/schedule/timezone-field.tsx';
import { cn } from '@/lib/class-names.ts';
import { FIRST_HOUR, LAST_HOUR } from '../../../../shared/workspace/settings.ts';

const words = settingsMessages.schedule;
const BOUNDS = { min: FIRST_HOUR, max: LAST_HOUR };

type ScheduleCardProps = {
  form: SettingsForm;
  onChange: (fields: Partial<SettingsForm>) => void;
  /** Another window's stored values of fields that were changed here. */
  conflicts: Partial<SettingsForm>;
};

/** "Posting Schedule" (§2): the zone, the hours, and a summary. */
export function ScheduleCard({ form, onChange, conflicts }: ScheduleCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
      </CardHeader>
      <CardContent>
        <FieldGroup>
          <TimezoneField
            value={form.timezone}
            onChange={(timezone) => onChange({ timezone })}
            conflict={conflicts.timezone}
          />
          <div className="grid grid-cols-2 gap-5 sm:gap-6">
            <NumberField
              label={words.startHour}
              hint={words.startHourHint}
              bounds={BOUNDS}
              value={form.posting_hours_start}
              onChange={(posting_hours_start) => onChange({ posting_hours_start })}
              problem={hourProblem(form.posting_hours_start)}
              conflict={conflicts.posting_hours_start}
            />
            <NumberField
              label={words.endHour}
              hint={words.endHourHint}
              bounds={BOUNDS}
              value={form.posting_hours_end}
              onChange={(posting_hours_end) => onChange({ posting_hours_end })}
              problem={hourProblem(form.posting_hours_end)}
              conflict={conflicts.posting_hours_end}
            />
          </div>
          <PostingWindow start={form.posting_hours_start} end={form.posting_hours_end} />
        </FieldGroup>
      </CardContent>
    </Card>
  );
}

const HOURS = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, index) => FIRST_HOUR + index);
/** The hours labelled below the strip. */
const TICKS = [0, 6, 12, 18];

/**
 * The day as a strip of 24 hours with the posting hours highlighted, and a sentence that explains them. Renders nothing
 * while an hour is invalid.
 */
function PostingWindow({ start, end }: { start: string; end: string }) {
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
