import { useQuery } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { callFailed, FUNCTION_NAME } from '@/domain/posts/generation/generate-posts.ts';
import { weekMessages as words } from '@/features/scheduler/week/messages.ts';
import { PlannedDay } from '@/features/scheduler/week/planned-day.tsx';
import { failureReason } from '@/lib/messages.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import { type DryRun, type DryRunRequest, dryRunSchema } from '../../../../shared/posts/dry-run.ts';
import { dryRunInWords, pausedInWords } from '../../../../shared/posts/dry-run-words.ts';

/** The posts that the autopilot would make in the coming seven days, and why; recomputed each time it is opened. */
export function WeekPreview({ onClose }: { onClose: () => void }) {
  const supabase = useSupabase();
  const week = useQuery({
    queryKey: ['coming-week'],
    queryFn: ({ signal }) => readWeek(supabase, signal),
    gcTime: 0,
  });

  function content(): ReactNode {
    if (week.data) return <Days week={week.data} />;
    if (week.isError && !week.isFetching) {
      const reason = failureReason(week.error);
      return <ErrorState title={words.loadFailed} description={reason} onRetry={() => void week.refetch()} />;
    }
    return <WeekLoading />;
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-xl" {...(week.data ? {} : { 'aria-describedby': undefined })}>
        <DialogHeader>
          <DialogTitle>{words.title}</DialogTitle>
          {week.data ? (
            <DialogDescription>
              {[dryRunInWords(week.data.autopilot), pausedInWords(week.data.paused), words.times(week.data.timezone)]
                .filter(Boolean)
                .join(' ')}
            </DialogDescription>
          ) : null}
        </DialogHeader>
        {content()}
      </DialogContent>
    </Dialog>
  );
}

function Days({ week }: { week: DryRun }) {
  const { title, description, action } = words.empty;
  if (week.days.every(({ outcome }) => outcome === 'no_project') && week.paused.length === 0) {
    const create = (
      <Button asChild>
        <Link to="/create">{action}</Link>
      </Button>
    );
    return <EmptyState icon={FolderPlus} title={title} description={description} action={create} />;
  }
  return (
    <ol className="-mb-2 flex flex-col">
      {week.days.map((day, index) => (
        <PlannedDay key={day.date} day={day} week={week} isToday={index === 0} />
      ))}
    </ol>
  );
}

const SKELETON_WIDTHS = ['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2', 'w-3/4', 'w-2/5', 'w-5/6'];

function WeekLoading() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{words.loading}</span>
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-full" />
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  );
}

const WEEK: DryRunRequest = { dryRun: true, days: 7 };

/** Requests a dry run for the coming seven days. Throws GenerationCallError. */
async function readWeek(supabase: Supabase, signal: AbortSignal): Promise<DryRun> {
  const { data, error, response } = await supabase.functions.invoke<unknown>(FUNCTION_NAME, { body: WEEK, signal });
  if (error) throw await callFailed(response, error);
  return dryRunSchema.parse(data);
}
