import { Check, Circle, LoaderCircle } from 'lucide-react';
import { Progress } from '@/components/progress.tsx';
import { cn } from '@/lib/class-names.ts';
import type { GenerationProgress } from '../../../../shared/posts/generation.ts';

const STEPS: { step: GenerationProgress['step']; label: string }[] = [
  { step: 'sources', label: 'Reading your sources' },
  { step: 'writing', label: 'Writing posts' },
  { step: 'media', label: 'Making pictures' },
  { step: 'scheduling', label: 'Finding times' },
];

/** The steps of a generation run: done, current (with its progress) and upcoming. `null` = just started. */
export function GenerationSteps({ progress, className }: { progress: GenerationProgress | null; className?: string }) {
  const current = STEPS.findIndex(({ step }) => step === progress?.step);
  return (
    <div className={cn('flex flex-col gap-4', className)}>
      <Progress value={percent(progress)} aria-label="Generating content" />
      <ol aria-label="Steps" className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {STEPS.map(({ step, label }, index) => (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={cn(
              'flex items-baseline gap-2.5 text-sm',
              index === current ? 'font-medium' : 'text-muted-foreground',
            )}
          >
            <StepMark state={index < current ? 'done' : index === current ? 'current' : 'waiting'} />
            <span className="min-w-0">
              {label}
              {index === current && progress && progress.total > 0 ? (
                <span className="ml-2 font-normal text-muted-foreground tabular-nums">
                  {progress.done} of {progress.total}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="min-h-5 truncate text-[0.8125rem] text-muted-foreground">
        {progress ? (progress.detail ?? `${STEPS[current]?.label ?? ''}...`) : 'Starting...'}
      </p>
    </div>
  );
}

function StepMark({ state }: { state: 'done' | 'current' | 'waiting' }) {
  const className = 'size-4 shrink-0 translate-y-0.5';
  if (state === 'done') return <Check className={cn(className, 'text-success')} aria-label="Done:" />;
  if (state === 'current')
    return <LoaderCircle className={cn(className, 'animate-spin text-primary')} aria-hidden="true" />;
  return <Circle className={cn(className, 'opacity-45')} aria-hidden="true" />;
}

/** 0 to 100 over all steps, each a quarter; null before the first report. */
function percent(progress: GenerationProgress | null): number | null {
  if (!progress) return null;
  const before = STEPS.findIndex(({ step }) => step === progress.step);
  const within = progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0;
  return Math.round(((before + within) / STEPS.length) * 100);
}
