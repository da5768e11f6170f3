import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldGroup } from '@/components/field.tsx';
import type { SettingsForm } from '@/features/settings/form.ts';
import { HourField } from '@/features/settings/hour-field.tsx';
import { settingsMessages } from '@/features/settings/messages.ts';
import { PostingWindow } from '@/features/settings/posting-window.tsx';
import { TimezoneField } from '@/features/settings/timezone-field.tsx';

const words = settingsMessages.schedule;

type ScheduleCardProps = {
  form: SettingsForm;
  onChange: (fields: Partial<SettingsForm>) => void;
  /** What another window stored meanwhile in the fields that were changed here. */
  conflicts: Partial<SettingsForm>;
};

/** "Posting Schedule" (§2): the zone, the hours, and what they come to. */
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
            <HourField
              label={words.startHour}
              hint={words.startHourHint}
              value={form.posting_hours_start}
              onChange={(posting_hours_start) => onChange({ posting_hours_start })}
              conflict={conflicts.posting_hours_start}
            />
            <HourField
              label={words.endHour}
              hint={words.endHourHint}
              value={form.posting_hours_end}
              onChange={(posting_hours_end) => onChange({ posting_hours_end })}
              conflict={conflicts.posting_hours_end}
            />
          </div>
          <PostingWindow start={form.posting_hours_start} end={form.posting_hours_end} />
        </FieldGroup>
      </CardContent>
    </Card>
  );
}
