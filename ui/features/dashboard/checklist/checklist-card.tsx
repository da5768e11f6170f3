import { ChevronRight, Circle, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card, CardAction, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { STEPS, type Step, type useChecklist } from '@/features/dashboard/checklist/use-checklist.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { cn } from '@/lib/class-names.ts';

const words = dashboardMessages.checklist;

const PATHS: Record<Step, string> = {
  project: '/create',
  posts: '/scheduler',
  account: '/accounts',
  published: '/scheduler',
};

type ChecklistCardProps = {
  /** Whether each step is done; undefined until known. */
  steps: Record<Step, boolean> | undefined;
} & Pick<ReturnType<typeof useChecklist>, 'end' | 'begin'>;

/** The remaining first steps in a new workspace, each with its link. Disappears once all are done, or when closed. */
export function ChecklistCard({ steps, end, begin }: ChecklistCardProps) {
  function close() {
    end();
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
    toast({ title: words.hidden, action: { label: words.undo, onClick: begin } });
  }

  const open = STEPS.filter((step) => !steps?.[step]);
  return (
    <Card>
      <CardHeader className="pb-3">
        <CardTitle>{words.title}</CardTitle>
        <CardDescription className="text-[0.8125rem] tabular-nums">
          {steps ? words.progress(STEPS.length - open.length, STEPS.length) : words.loading}
        </CardDescription>
        <CardAction className="-mt-1.5 -mr-2">
          <IconButton icon={X} label={words.hide} onClick={close} />
        </CardAction>
      </CardHeader>
      <ol>
        {open.map((step, index) => (
          <li key={step} className="border-t">
            {steps ? <StepLink step={step} isNext={index === 0} /> : <Skeleton className="mx-5 my-3.5 h-6 sm:mx-6" />}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StepLink({ step, isNext }: { step: Step; isNext: boolean }) {
  return (
    <Link
      to={PATHS[step]}
      className="flex min-h-13 items-center gap-3.5 px-5 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-accent sm:px-6"
    >
      <Circle
        className={cn('size-4.5 shrink-0', isNext ? 'text-primary' : 'text-muted-foreground')}
        strokeWidth={1.8}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1 leading-snug">
        <span className="block text-sm font-medium">{words.steps[step]}</span>
        <span className="block text-[0.8125rem] text-muted-foreground">{words.hints[step]}</span>
      </span>
      <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
    </Link>
  );
}
