import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldGroup } from '@/components/field.tsx';
import { hourProblem, type SettingsForm } from '@/features/settings/form.ts';
import { settingsMessages } from '@/features/settings/messages.ts';
import { NumberField } from '@/features/settings/number-field.tsx';
import { PostingWindow } from '@/features/settings/schedule/posting-window.tsx';
import { TimezoneField } from '@/features/settings/schedule/timezone-field.tsx';
import { FIRST_HOUR, LAST_HOUR } from '../../../../shared/workspace/settings.ts';

const words = settingsMessages.schedule;
const HOURS = { min: FIRST_HOUR, max: LAST_HOUR };

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
              bounds={HOURS}
              value={form.posting_hours_start}
              onChange={(posting_hours_start) => onChange({ posting_hours_start })}
              problem={hourProblem(form.posting_hours_start)}
              conflict={conflicts.posting_hours_start}
            />
            <NumberField
              label={words.endHour}
              hint={words.endHourHint}
              bounds={HOURS}
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
