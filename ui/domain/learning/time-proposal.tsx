import { Lightbulb } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { learningMessages as words } from '@/domain/learning/messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { LearningMode, TimeChoice } from '../../../shared/learning/choice.ts';
import { proposalInWords, timeInWeek } from '../../../shared/learning/choice-words.ts';
import { timeArmOf } from '../../../shared/learning/time-arm.ts';
import type { NextSlot } from '../../../shared/posts/next-slot.ts';

/**
 * Chooses between the next free slot and the time that learning proposes. The proposal applies if the user accepted it
 * or, with learning on, did not reject it.
 */
export function useLearnedTime(slot: NextSlot | null | undefined, mode: LearningMode | undefined) {
  const [asked, setAsked] = useState<boolean | null>(null);
  const isTaken = asked ?? mode === 'on';
  const choice = slot && isTaken ? slot.learned : null;
  return { choice, time: choice?.at ?? slot?.time ?? null, isTaken, take: setAsked };
}

type TimeProposalProps = {
  learned: TimeChoice;
  zone: string;
  isTaken: boolean;
  onTake: (isTaken: boolean) => void;
};

/** A proposed time other than the next free slot, with the reason, and a button that accepts or rejects it. */
export function TimeProposal({ learned, zone, isTaken, onTake }: TimeProposalProps) {
  const around = timeInWeek(timeArmOf(new Date(learned.at), learned.timezone));
  return (
    <section
      aria-label={words.proposal}
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-md bg-muted/60 px-3 py-2.5"
    >
      <p className="flex min-w-0 flex-1 basis-64 gap-2 text-[0.8125rem] text-muted-foreground text-pretty">
        <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          <span className="font-medium text-foreground">{formatDateTime(learned.at, zone)}.</span>{' '}
          {proposalInWords(learned, around)}
        </span>
      </p>
      <Button type="button" variant="outline" size="sm" onClick={() => onTake(!isTaken)}>
        {isTaken ? words.giveBack : words.take}
      </Button>
    </section>
  );
}
