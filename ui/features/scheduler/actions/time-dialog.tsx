import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Temporal } from 'temporal-polyfill';
import { FieldError } from '@/components/field.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { MomentFields } from '@/components/moment-fields.tsx';
import { TimeProposal, useLearnedTime } from '@/domain/learning/time-proposal.tsx';
import { type Goal, slotQuery } from '@/domain/posts/next-slot.ts';
import { useSettings, useTimeZone } from '@/domain/workspace/settings.ts';
import { GoneRefusal, Refusal, reasonOf } from '@/features/scheduler/actions/refusal.ts';
import { refusals, schedulerMessages } from '@/features/scheduler/messages.ts';
import { clockName, dayName } from '@/features/scheduler/moment-names.ts';
import { knownZone } from '@/lib/local-time.ts';
import { entryOf, type MomentEntry, momentOf, nextFullHour } from '@/lib/moment-entry.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { TimeChoice } from '../../../../shared/learning/choice.ts';

const words = schedulerMessages.pickTime;

type TimeDialogProps = {
  /** Selects the dialog's words. */
  purpose: 'move' | 'schedule' | 'restore';
  caption: string;
  /** The initial time (ISO 8601), or the post's destinations, to propose their next free slot. */
  start: string | Goal;
  onClose: () => void;
  /**
   * Called with the time as ISO 8601, and why learning chose it, if it did. Errors are shown and keep the dialog open.
   */
  onPick: (time: string, choice: TimeChoice | null) => Promise<void>;
};

const NOWHERE: Goal = { platforms: [], accounts: null };

/** Asks for a post's date and time in the configured zone; rejects times that the clocks skip. */
export function TimeDialog({ purpose, caption, start, onClose, onPick }: TimeDialogProps) {
  const zone = knownZone(useTimeZone());
  const id = useId();
  const [soon] = useState(nextFullHour);
  const settings = useSettings();
  const goal = typeof start === 'string' ? NOWHERE : start;
  const slot = useQuery(slotQuery(useSupabase(), settings, { zone, goal, isAsked: goal !== NOWHERE })).data;
  const learned = useLearnedTime(slot, settings?.learning);
  const [entered, setEntry] = useState<MomentEntry | null>(null);
  const entry = entered ?? entryOf(typeof start === 'string' ? start : (learned.time ?? soon), zone);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit() {
    setBusy(true);
    setError(null);
    try {
      const { date, time } = entry;
      if (!date || !time) throw new Refusal(refusals.noDate);
      const moment = momentOf(entry, zone);
      if (!moment) {
        const skipped = clockName(Temporal.PlainTime.from(time));
        throw new Refusal(refusals.noSuchTime(skipped, dayName(Temporal.PlainDate.from(date)), zone));
      }
      await onPick(moment.toString(), entered ? null : learned.choice);
      onClose();
    } catch (failure) {
      setError(reasonOf(failure));
      // There is nothing left to schedule.
      setBusy(failure instanceof GoneRefusal);
    }
  }

  return (
    <FormDialog
      title={words[purpose].title}
      description={words.zone(zone)}
      cancel={words[purpose].keep}
      confirm={isBusy && !error ? words[purpose].busy : words[purpose].confirm}
      isBusy={isBusy}
      className="max-w-md"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p dir="auto" className="line-clamp-2 border-l-2 pl-3 text-sm text-muted-foreground [overflow-wrap:anywhere]">
        {caption}
      </p>
      <MomentFields entry={entry} zone={zone} describedBy={`${id}-error`} onChange={setEntry} />
      {slot && !entered && !learned.choice ? (
        <p className="text-[0.8125rem] text-muted-foreground">{words.slot}</p>
      ) : null}
      {slot?.learned && !entered ? (
        <TimeProposal learned={slot.learned} zone={zone} isTaken={learned.isTaken} onTake={learned.take} />
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </FormDialog>
  );
}
