import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldError } from '@/components/field.tsx';
import { MomentFields } from '@/components/moment-fields.tsx';
import { Confirmation } from '@/components/question.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { TimeProposal, useLearnedTime } from '@/domain/learning/time-proposal.tsx';
import { slotQuery } from '@/domain/posts/next-slot.ts';
import { useSettings } from '@/domain/workspace/settings.ts';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import type { Place } from '@/features/compose/draft/post-store.ts';
import { whenMessages as words } from '@/features/compose/messages.ts';
import { nowMs } from '@/lib/clock.ts';
import { knownZone } from '@/lib/local-time.ts';
import { entryOf, type MomentEntry, momentOf, nextFullHour } from '@/lib/moment-entry.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { TimeChoice } from '../../../../shared/learning/choice.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/workspace/default-settings.ts';

/** The decision about a post. `moment` is ISO 8601; `choice` records why learning chose it. */
export type Decision =
  | { kind: 'now' }
  | { kind: 'time'; moment: string; choice?: TimeChoice | null }
  | { kind: 'draft' };

type Mode = 'now' | 'time' | 'slot' | 'draft';

type WhenBarProps = {
  /** The post's current time. */
  place: Place | undefined;
  /** The time requested when the composer was opened (ISO 8601). */
  asked: string | null;
  destinations: readonly ChosenDestination[];
  isBlank: boolean;
  isBusy: boolean;
  /** Another decision is pending. */
  isHeld: boolean;
  /** Returns why the post cannot be scheduled yet, as a sentence; null if it can. */
  onCheck: () => string | null;
  onDecide: (decision: Decision) => void;
};

/** When a post is published: now, at a time, at the next free slot, or not yet. */
export function WhenBar({ place, asked, destinations, isBlank, isBusy, isHeld, onCheck, onDecide }: WhenBarProps) {
  const id = useId();
  const supabase = useSupabase();
  const settings = useSettings();
  const zone = knownZone(settings?.timezone ?? DEFAULT_SETTINGS.timezone);
  const [mode, setMode] = useState<Mode>(place || asked ? 'time' : 'slot');
  // Until edited, the entry follows the zone, which loads a moment later.
  const [typed, setTyped] = useState<MomentEntry | null>(null);
  const entry = typed ?? entryOf(asked ?? place?.scheduled_time ?? nextFullHour(), zone);
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const slot = useQuery(slotQuery(supabase, settings, { zone, goal: goalOf(destinations), isAsked: mode === 'slot' }));
  const learned = useLearnedTime(slot.data, settings?.learning);
  const moment = momentOf(entry, zone)?.toString();

  function choose(next: Mode) {
    setMode(next);
    setError(null);
  }

  async function submit() {
    setError(null);
    if (mode === 'draft') return onDecide({ kind: 'draft' });
    if (isBlank) return setError(words.needsContent);
    if (destinations.length === 0) return setError(words.needsDestination);
    const missing = onCheck();
    if (missing) return setError(missing);
    if (mode === 'now') return setAsking(true);
    if (mode === 'slot') {
      // Refetched: another window may have taken it.
      const { data, isError } = await slot.refetch();
      if (isError) return setError(words.slotFailed);
      if (!data) return setError(words.slotNone);
      const choice = learned.isTaken ? data.learned : null;
      return onDecide({ kind: 'time', moment: choice?.at ?? data.time, choice });
    }
    if (!moment) return setError(entry.date && entry.time ? words.skipped : words.noDate);
    const isKept =
      place !== undefined && Date.parse(moment) === Math.floor(Date.parse(place.scheduled_time) / 60_000) * 60_000;
    if (isKept) return onDecide({ kind: 'time', moment: place.scheduled_time });
    if (Date.parse(moment) <= nowMs()) return setError(words.past);
    onDecide({ kind: 'time', moment });
  }

  return (
    <section
      aria-label={words.title}
      data-bottom-bar=""
      // Content that scrolls under the bar fades out.
      className="z-20 flex flex-col gap-3 rounded-lg border bg-card p-4 sm:sticky sm:bottom-4 sm:px-5 sm:before:pointer-events-none sm:before:absolute sm:before:-inset-x-px sm:before:-top-7 sm:before:h-7 sm:before:bg-linear-to-t sm:before:from-background sm:before:to-transparent sm:after:pointer-events-none sm:after:absolute sm:after:-inset-x-px sm:after:top-[calc(100%+1px)] sm:after:h-4 sm:after:bg-background"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex min-w-0 flex-wrap gap-1.5">
          <legend className="sr-only">{words.title}</legend>
          {(['now', 'time', 'slot', 'draft'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={mode === name}
              className={TAB_CLASSES}
              onClick={() => choose(name)}
            >
              {name === 'draft' && place ? words.unschedule : words.modes[name]}
            </button>
          ))}
        </fieldset>
        <Button className="max-sm:w-full" disabled={isBusy || isHeld} onClick={() => void submit()}>
          {isBusy ? words.busy : labelOf(mode, place, moment)}
        </Button>
      </div>
      {mode === 'time' ? (
        <MomentFields entry={entry} zone={zone} describedBy={`${id}-zone`} isCompact onChange={setTyped}>
          <p id={`${id}-zone`} className="pb-2 text-[0.8125rem] text-muted-foreground">
            {words.zone(zone)}
          </p>
        </MomentFields>
      ) : null}
      {mode === 'slot' ? (
        <p role="status" className="text-[0.8125rem] text-muted-foreground">
          {slotWords(slot.data && learned, slot.isError, zone)}
        </p>
      ) : null}
      {mode === 'slot' && slot.data?.learned ? (
        <TimeProposal learned={slot.data.learned} zone={zone} isTaken={learned.isTaken} onTake={learned.take} />
      ) : null}
      <FieldError>{error}</FieldError>
      {isAsking ? (
        <Confirmation
          title={words.question.title}
          description={words.question.text([...new Set(destinations.map(({ name }) => name))])}
          onClose={() => setAsking(false)}
          keep={words.question.keep}
          confirm={words.question.confirm}
          isHarmless
          onConfirm={() => {
            setAsking(false);
            onDecide({ kind: 'now' });
          }}
        />
      ) : null}
    </section>
  );
}

function goalOf(destinations: readonly ChosenDestination[]) {
  const accounts = destinations.flatMap(({ account }) => account?.id ?? []);
  const platforms = [...new Set(destinations.map(({ platform }) => platform))];
  return { platforms, accounts: accounts.length > 0 ? accounts : null };
}

type Used = Pick<ReturnType<typeof useLearnedTime>, 'time' | 'choice'>;

function slotWords(used: Used | null | undefined, isError: boolean, zone: string): string {
  if (isError) return words.slotFailed;
  if (used === undefined) return words.slotLoading;
  if (!used?.time) return words.slotNone;
  const time = formatDateTime(used.time, zone);
  return used.choice ? words.learnedTime(time) : words.slot(time);
}

function labelOf(mode: Mode, place: Place | undefined, moment: string | undefined): string {
  if (mode === 'now') return words.publish;
  if (!place) return mode === 'draft' ? words.saveDraft : words.schedule;
  if (mode === 'draft') return words.saveAndUnschedule;
  const isMoved =
    mode === 'slot' ||
    (moment !== undefined && Math.abs(Date.parse(moment) - Date.parse(place.scheduled_time)) >= 60_000);
  return isMoved ? words.saveAndMove : words.save;
}
