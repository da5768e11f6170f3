import { useId, useState } from 'react';
import { Checkbox } from '@/components/checkbox.tsx';
import { Field, FieldError, FieldLabel, FieldLegend, FieldSet } from '@/components/field.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { Input } from '@/components/input.tsx';
import { Label } from '@/components/label.tsx';
import { Radio } from '@/components/radio.tsx';
import { Select } from '@/components/select.tsx';
import { scheduleDialogMessages as words } from '@/features/scripts/schedule/messages.ts';
import { failureReason } from '@/lib/messages.ts';
import {
  SCRIPT_INTERVALS,
  type ScriptSchedule,
  scriptScheduleSchema,
} from '../../../../shared/scripts/script-schedule.ts';

/** The days of the week from Monday on; Sunday is 0. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
const WORKING_DAYS = [1, 2, 3, 4, 5];

/** The values of the fields; those of the other choices are kept while one is shown. */
type Entry = { every: ScriptSchedule['every']; at: string; days: number[]; minutes: number };

function entryOf(schedule: ScriptSchedule | undefined): Entry {
  return { every: 'day', at: '09:00', days: WORKING_DAYS, minutes: 60, ...schedule };
}

/** Why the entry is not a valid schedule yet, or undefined. */
function problemOf({ every, at, days }: Entry): string | undefined {
  if (every !== 'interval' && at === '') return words.needsTime;
  if (every === 'week' && days.length === 0) return words.needsDay;
}

/** Edits a script's schedule. `onSave` rejects with the reason if it was not saved. */
export function ScheduleDialog({
  schedule,
  zone,
  onSave,
  onClose,
}: {
  schedule: ScriptSchedule | undefined;
  zone: string;
  onSave: (schedule: ScriptSchedule) => Promise<void>;
  onClose: () => void;
}) {
  const id = useId();
  const [entry, setEntry] = useState(() => entryOf(schedule));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const set = (patch: Partial<Entry>) => {
    setError(undefined);
    setEntry({ ...entry, ...patch });
  };

  async function submit() {
    const problem = problemOf(entry);
    setError(problem);
    if (problem) return;
    setBusy(true);
    try {
      await onSave(scriptScheduleSchema.parse(entry));
      onClose();
    } catch (failure) {
      setError(failureReason(failure));
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={words.title}
      description={words.description(zone)}
      cancel={words.cancel}
      confirm={isBusy ? words.saving : words.save}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FieldSet>
        <FieldLegend>{words.repeat}</FieldLegend>
        {(['day', 'week', 'interval'] as const).map((every) => (
          <Radio
            key={every}
            name={id}
            label={words[every]}
            isChosen={entry.every === every}
            onChoose={() => set({ every })}
          />
        ))}
      </FieldSet>
      {entry.every === 'week' ? (
        <FieldSet>
          <FieldLegend>{words.days}</FieldLegend>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {WEEK.map((day) => (
              <Label key={day} htmlFor={`${id}-${day}`} className="min-h-9 gap-2 font-normal pointer-coarse:min-h-11">
                <Checkbox
                  id={`${id}-${day}`}
                  checked={entry.days.includes(day)}
                  onCheckedChange={(checked) => {
                    const others = entry.days.filter((one) => one !== day);
                    set({ days: checked === true ? [...others, day] : others });
                  }}
                />
                <span aria-hidden="true">{words.shortDays[day]}</span>
                <span className="sr-only">{words.dayNames[day]}</span>
              </Label>
            ))}
          </div>
        </FieldSet>
      ) : null}
      <Field className="w-40">
        <FieldLabel htmlFor={`${id}-value`}>{entry.every === 'interval' ? words.every : words.time}</FieldLabel>
        {entry.every === 'interval' ? (
          <Select
            id={`${id}-value`}
            value={String(entry.minutes)}
            onChoose={(minutes) => set({ minutes: Number(minutes) })}
            options={SCRIPT_INTERVALS.map((minutes) => ({ value: String(minutes), label: words.minutes(minutes) }))}
          />
        ) : (
          <Input
            id={`${id}-value`}
            type="time"
            value={entry.at}
            aria-describedby={`${id}-error`}
            onChange={(event) => set({ at: event.target.value })}
          />
        )}
      </Field>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </FormDialog>
  );
}
