import { useId } from 'react';
import { Checkbox } from '@/components/checkbox.tsx';
import { Field, FieldLabel, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Label } from '@/components/label.tsx';
import { Radio } from '@/components/radio.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { repeatMessages as words } from '@/domain/repeat/messages.ts';
import type { RepeatEntry } from '@/domain/repeat/repeat-rule.ts';

type FieldsProps = { entry: RepeatEntry; onChange: (next: RepeatEntry) => void };

/** Fields for repeating every week on some days, or every month on one. */
export function EveryFields({ entry, onChange }: FieldsProps) {
  const id = useId();
  const set = (patch: Partial<RepeatEntry>) => onChange({ ...entry, ...patch });
  return (
    <>
      <FieldSet>
        <FieldLegend>{words.every}</FieldLegend>
        <Radio name={id} label={words.weekly} isChosen={entry.unit === 'week'} onChoose={() => set({ unit: 'week' })} />
        <Radio
          name={id}
          label={words.monthly}
          isChosen={entry.unit === 'month'}
          onChoose={() => set({ unit: 'month' })}
        />
      </FieldSet>
      {entry.unit === 'week' ? (
        <FieldSet>
          <FieldLegend>{words.weekdays}</FieldLegend>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {words.days.map((name, day) => (
              <Label key={name} htmlFor={`${id}-${day}`} className="min-h-9 gap-2 font-normal pointer-coarse:min-h-11">
                <Checkbox
                  id={`${id}-${day}`}
                  checked={entry.weekdays.includes(day)}
                  onCheckedChange={(checked) => {
                    const others = entry.weekdays.filter((one) => one !== day);
                    set({ weekdays: checked === true ? [...others, day] : others });
                  }}
                />
                <span aria-hidden="true">{words.shortDays[day]}</span>
                <span className="sr-only">{name}</span>
              </Label>
            ))}
          </div>
        </FieldSet>
      ) : (
        <FieldSet>
          <FieldLegend>{words.weekdays}</FieldLegend>
          <Radio
            name={`${id}-month`}
            label={words.onDay}
            isChosen={!entry.isLastDay}
            onChoose={() => set({ isLastDay: false })}
          />
          <Radio
            name={`${id}-month`}
            label={words.lastDay}
            isChosen={entry.isLastDay}
            onChoose={() => set({ isLastDay: true })}
          />
          {entry.isLastDay ? null : (
            <NumberField
              label={words.day}
              value={entry.monthDay}
              most={31}
              hint={words.shortMonths}
              onChange={(monthDay) => set({ monthDay })}
            />
          )}
        </FieldSet>
      )}
    </>
  );
}

/** Fields for whether and when it ends. */
export function EndFields({ entry, onChange }: FieldsProps) {
  const id = useId();
  const set = (patch: Partial<RepeatEntry>) => onChange({ ...entry, ...patch });
  const choices = [
    ['never', words.never],
    ['date', words.onDate],
    ['count', words.afterCount],
  ] as const;
  return (
    <FieldSet>
      <FieldLegend>{words.ends}</FieldLegend>
      {choices.map(([end, label]) => (
        <Radio key={end} name={id} label={label} isChosen={entry.end === end} onChoose={() => set({ end })} />
      ))}
      {entry.end === 'date' ? (
        <Field className="w-48">
          <FieldLabel htmlFor={`${id}-until`}>{words.until}</FieldLabel>
          <Input
            id={`${id}-until`}
            type="date"
            max="9999-12-31"
            value={entry.until}
            onChange={(event) => set({ until: event.target.value })}
          />
        </Field>
      ) : null}
      {entry.end === 'count' ? (
        <NumberField label={words.count} value={entry.count} most={365} onChange={(count) => set({ count })} />
      ) : null}
    </FieldSet>
  );
}

type NumberFieldProps = { label: string; value: string; most: number; hint?: string; onChange: (next: string) => void };

function NumberField({ label, value, most, hint, onChange }: NumberFieldProps) {
  return (
    <InputField
      label={label}
      hint={hint}
      type="number"
      className="w-28"
      min={1}
      max={most}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
