import { Circle, CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';
import { cn } from '@/lib/class-names.ts';
import type { PreparationStep } from '../../../shared/publishing/publishing-api.ts';

const ICONS = { to_do: Circle, now: LoaderCircle, done: CircleCheck, failed: CircleAlert } as const;
const COLOURS = {
  to_do: 'text-muted-foreground',
  now: 'font-medium',
  done: 'text-muted-foreground',
  failed: 'font-medium text-destructive',
} as const;

/** The steps of a preparation: those done, the current one, and the user's. */
export function PreparationSteps({ steps }: { steps: readonly PreparationStep[] }) {
  return (
    <ol aria-label={words.stepList} className="flex flex-wrap gap-x-4 gap-y-1 py-0.5 tabular-nums">
      {steps.map(({ step, state, words: label }) => {
        // The user's step has no spinner: only the user can complete it.
        const isTurning = state === 'now' && step !== 'publish';
        const Icon = state === 'now' && step === 'publish' ? Circle : ICONS[state];
        return (
          <li key={step} className={cn('flex items-center gap-1.5', COLOURS[state])}>
            <Icon
              aria-hidden="true"
              className={cn(
                'size-3.5 shrink-0',
                isTurning && 'animate-spin motion-reduce:animate-none',
                state === 'done' && 'text-success',
                state === 'now' && 'text-primary',
                state === 'to_do' && 'opacity-50',
              )}
            />
            {label}
            <span className="sr-only">{words.stepStates[state]}</span>
          </li>
        );
      })}
    </ol>
  );
}
