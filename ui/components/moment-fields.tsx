import { type ReactNode, useId } from 'react';
import { Field, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { cn } from '@/lib/class-names.ts';
import { type MomentEntry, momentsOf } from '@/lib/moment-entry.ts';
import { formatDateTime } from '@/lib/time.ts';

const words = {
  date: 'Date',
  time: 'Time',
  which: 'The clocks go back on this day, so this time occurs twice:',
} as const;

type MomentFieldsProps = {
  entry: MomentEntry;
  zone: string;
  onChange: (next: MomentEntry) => void;
  /** The id of the description of both fields. */
  describedBy: string;
  /** On one line, with `children` after the fields. */
  isCompact?: boolean;
  children?: ReactNode;
};

/** A date and a time in a zone, with a choice between two instants when the clocks repeat the time. */
export function MomentFields({ entry, zone, onChange, describedBy, isCompact = false, children }: MomentFieldsProps) {
  const id = useId();
  const moments = momentsOf(entry, zone);
  return (
    <>
      <div
        className={cn(isCompact ? 'flex flex-wrap items-end gap-3' : 'grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2')}
      >
        {(['date', 'time'] as const).map((name) => (
          <Field key={name} className={cn(isCompact && 'gap-1')}>
            <FieldLabel htmlFor={`${id}-${name}`} className={cn(isCompact && 'text-xs text-muted-foreground')}>
              {words[name]}
            </FieldLabel>
            <Input
              id={`${id}-${name}`}
              type={name}
              // Otherwise browsers accept six-digit years.
              max={name === 'date' ? '9999-12-31' : undefined}
              className={cn(isCompact && (name === 'date' ? 'h-9 w-40' : 'h-9 w-32'))}
              aria-describedby={describedBy}
              value={entry[name]}
              onChange={(event) => onChange({ ...entry, [name]: event.target.value })}
            />
          </Field>
        ))}
        {children}
      </div>
      {moments.length > 1 ? (
        <fieldset className="flex flex-col gap-2 text-sm">
          <legend className="mb-2">{words.which}</legend>
          {moments.map((moment, index) => (
            <label key={moment.toString()} className="flex items-center gap-2">
              <input
                type="radio"
                name={`${id}-which`}
                className="size-4 accent-primary"
                checked={index === entry.which}
                onChange={() => onChange({ ...entry, which: index })}
              />
              {formatDateTime(moment.toString(), zone)}
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}
