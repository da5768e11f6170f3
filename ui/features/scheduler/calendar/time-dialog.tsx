import { type FormEvent, useId, useState } from 'react';
import { toast } from 'sonner';
import { Temporal } from 'temporal-polyfill';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { clockName } from '@/features/scheduler/calendar/drop-time.ts';
import { dayName } from '@/features/scheduler/calendar/messages.ts';
import { refusals, schedulerMessages } from '@/features/scheduler/messages.ts';
import { GoneRefusal, Refusal, reasonOf } from '@/features/scheduler/refusal.ts';
import { knownZone, localTime } from '@/lib/local-time.ts';
import { useTimeZone } from '@/lib/settings.ts';
import { formatDateTime } from '@/lib/time.ts';
import { instantsAt } from '../../../../shared/posts/local-moments.ts';

const words = schedulerMessages.pickTime;

type TimeDialogProps = {
  /** What for: which words the dialog has. */
  purpose: 'move' | 'schedule' | 'restore';
  caption: string;
  /** Where the fields begin (ISO 8601); null is the next full hour. */
  start: string | null;
  onClose: () => void;
  /** Gets the time as ISO 8601. What it throws is shown, and the dialog stays open unless the post is gone. */
  onPick: (time: string) => Promise<void>;
};

/** Asks when a post shall go out, date and time in the configured zone; refuses times that the clocks skip. */
export function TimeDialog({ purpose, caption, start, onClose, onPick }: TimeDialogProps) {
  const zone = knownZone(useTimeZone());
  const id = useId();
  const [first] = useState(() => localTime(start ?? nextFullHour(), zone));
  const [date, setDate] = useState(first.date.toString());
  const [time, setTime] = useState(first.time.toString({ smallestUnit: 'minute' }));
  const [which, setWhich] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A year that is still being typed may have too many figures.
  const day = /^\d{4}-/.test(date) ? Temporal.PlainDate.from(date) : null;
  const moments = day && time ? instantsAt(day, Temporal.PlainTime.from(time), zone) : [];

  async function submit(event: FormEvent) {
    event.preventDefault();
    // React hands events on to the parents of a portal, too.
    event.stopPropagation();
    setBusy(true);
    try {
      if (!day || !time) throw new Refusal(refusals.noDate);
      const moment = moments[which] ?? moments[0];
      if (!moment) {
        const skipped = clockName(Temporal.PlainTime.from(time));
        throw new Refusal(refusals.noSuchTime(skipped, dayName(day), zone));
      }
      await onPick(moment.toString());
      onClose();
    } catch (failure) {
      if (failure instanceof GoneRefusal) {
        // The list drops the post, and this dialog with it.
        toast.error(failure.message);
        return onClose();
      }
      setError(reasonOf(failure));
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-md">
        <DialogHeader>
          <DialogTitle>{words[purpose].title}</DialogTitle>
          <DialogDescription>{words.zone(zone)}</DialogDescription>
        </DialogHeader>
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <p dir="auto" className="line-clamp-2 border-l-2 pl-3 text-sm text-muted-foreground [overflow-wrap:anywhere]">
            {caption}
          </p>
          <div className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2">
            <Field>
              <FieldLabel htmlFor={`${id}-date`}>{words.date}</FieldLabel>
              <Input
                id={`${id}-date`}
                type="date"
                // Without it browsers take years of six figures.
                max="9999-12-31"
                value={date}
                aria-describedby={`${id}-error`}
                onChange={(event) => setDate(event.target.value)}
              />
            </Field>
            <Field>
              <FieldLabel htmlFor={`${id}-time`}>{words.time}</FieldLabel>
              <Input
                id={`${id}-time`}
                type="time"
                value={time}
                aria-describedby={`${id}-error`}
                onChange={(event) => setTime(event.target.value)}
              />
            </Field>
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
                    checked={index === which}
                    onChange={() => setWhich(index)}
                  />
                  {formatDateTime(moment.toString(), zone)}
                </label>
              ))}
            </fieldset>
          ) : null}
          <FieldError id={`${id}-error`}>{error}</FieldError>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              {words[purpose].keep}
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? words[purpose].busy : words[purpose].confirm}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function nextFullHour(): string {
  return Temporal.Now.instant().add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'floor' }).toString();
}
