import { Field, FieldDescription, FieldLabel } from '@/components/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/select.tsx';
import { templatesMessages, WEEKDAYS } from '@/features/templates/messages.ts';

/** A select's value cannot be empty. */
const NO_DAY = 'none';

type DayFieldProps = { id: string; value: number | null; onChange: (day: number | null) => void };

/** The weekday that a template is for, 0 = Sunday to 6 = Saturday, or null for no particular day. */
export function DayField({ id, value, onChange }: DayFieldProps) {
  const { day, dayHint, noDay } = templatesMessages.form;
  return (
    <Field>
      <FieldLabel htmlFor={id}>{day}</FieldLabel>
      <Select
        value={value === null ? NO_DAY : String(value)}
        onValueChange={(chosen) => onChange(chosen === NO_DAY ? null : Number(chosen))}
      >
        <SelectTrigger id={id} aria-describedby={`${id}-hint`}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={NO_DAY}>{noDay}</SelectItem>
          {WEEKDAYS.map((weekday, index) => (
            <SelectItem key={weekday} value={String(index)}>
              {weekday}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <FieldDescription id={`${id}-hint`}>{dayHint}</FieldDescription>
    </Field>
  );
}
