import { useId, useState } from 'react';
import { Field, FieldDescription, FieldError, FieldLabel } from '@/components/field.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { Input } from '@/components/input.tsx';
import { Radio } from '@/components/radio.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import type { SeenPlace } from '@/features/scheduler/actions/change-post.ts';
import { selectionMessages as words } from '@/features/scheduler/selection/messages.ts';
import { SHIFT_MAX_DAYS, type Shift, shiftedTime } from '@/features/scheduler/selection/shift-time.ts';
import type { Move } from '@/features/scheduler/selection/use-selection-actions.ts';
import { nowMs } from '@/lib/clock.ts';
import { knownZone } from '@/lib/local-time.ts';

type MoveDialogProps = {
  posts: readonly SeenPlace[];
  /** The statuses of selected posts that cannot be moved. */
  leftOut: readonly string[];
  onMove: (moves: Move[]) => Promise<void>;
  onClose: () => void;
};

/** Asks how far to move several posts, and rejects past or non-existent times. */
export function MoveDialog({ posts, leftOut, onMove, onClose }: MoveDialogProps) {
  const zone = knownZone(useTimeZone());
  const id = useId();
  const [kind, setKind] = useState<Shift['kind']>('by');
  const [days, setDays] = useState('1');
  const [hours, setHours] = useState('0');
  const [date, setDate] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function submit() {
    const shift = kind === 'by' ? shiftBy(days, hours) : /^\d{4}-/.test(date) ? { kind, date } : null;
    if (!shift) return setError(kind === 'by' ? words.nowhere : words.noDate);
    const moves = posts.map((post) => ({ post, time: shiftedTime(post.scheduled_time, shift, zone) }));
    const skipped = moves.filter(({ time }) => time === null).length;
    if (skipped > 0) return setError(words.skipped(skipped, zone));
    const whole = moves.filter((move): move is Move => move.time !== null);
    const past = whole.filter(({ time }) => Date.parse(time) <= nowMs()).length;
    if (past > 0) return setError(words.past(past));
    setBusy(true);
    void onMove(whole);
  }

  return (
    <FormDialog
      title={words.moveTitle(posts.length)}
      description={words.zone(zone)}
      cancel={words.keep}
      confirm={isBusy ? words.busy : words.confirmMove}
      isBusy={isBusy}
      className="max-w-md"
      onSubmit={submit}
      onClose={onClose}
    >
      {leftOut.length > 0 ? <p className="text-sm font-medium text-warning">{words.leftOut(leftOut)}</p> : null}
      <div className="flex flex-col gap-1.5">
        <Radio name={`${id}-kind`} label={words.moveBy} isChosen={kind === 'by'} onChoose={() => setKind('by')} />
        <Radio name={`${id}-kind`} label={words.moveTo} isChosen={kind === 'to'} onChoose={() => setKind('to')} />
      </div>
      {kind === 'by' ? (
        <div className="grid grid-cols-2 gap-4">
          <NumberField id={`${id}-days`} label={words.days} value={days} onChange={setDays} error={`${id}-error`} />
          <NumberField id={`${id}-hours`} label={words.hours} value={hours} onChange={setHours} error={`${id}-error`} />
          <FieldDescription className="col-span-2">{words.byHint}</FieldDescription>
        </div>
      ) : (
        <Field>
          <FieldLabel htmlFor={`${id}-date`}>{words.date}</FieldLabel>
          <Input
            id={`${id}-date`}
            type="date"
            max="9999-12-31"
            value={date}
            aria-describedby={`${id}-error`}
            onChange={(event) => setDate(event.target.value)}
          />
        </Field>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </FormDialog>
  );
}

function shiftBy(days: string, hours: string): Shift | null {
  const shift = { kind: 'by' as const, days: Number(days), hours: Number(hours) };
  const isWhole = Number.isInteger(shift.days) && Number.isInteger(shift.hours);
  const isFar = Math.abs(shift.days) > SHIFT_MAX_DAYS || Math.abs(shift.hours) > SHIFT_MAX_DAYS * 24;
  return isWhole && !isFar && (shift.days !== 0 || shift.hours !== 0) ? shift : null;
}

type NumberFieldProps = { id: string; label: string; value: string; error: string; onChange: (next: string) => void };

function NumberField({ id, label, value, error, onChange }: NumberFieldProps) {
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        id={id}
        type="number"
        step={1}
        value={value}
        aria-describedby={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
