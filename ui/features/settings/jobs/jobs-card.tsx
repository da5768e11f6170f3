import { useQuery } from '@tanstack/react-query';
import { Pause, Play, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { contentBinQuery } from '@/domain/posts/bin/content-bin.ts';
import { DeletedPosts } from '@/domain/posts/bin/deleted-posts.tsx';
import { contentBinMessages } from '@/domain/posts/bin/messages.ts';
import { useJobs } from '@/domain/workspace/jobs.ts';
import { JobRow } from '@/features/settings/jobs/job-row.tsx';
import { deletedTitle, jobsMessages, jobsToasts } from '@/features/settings/jobs/jobs-messages.ts';
import { usePauseJobs } from '@/features/settings/jobs/use-jobs.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { useSupabase } from '@/lib/supabase.ts';
import type { JobList } from '../../../../shared/agent/jobs.ts';

/** The automatic jobs: each one's last and next run, "Run now", and a switch to pause them all. */
export function JobsCard() {
  const jobs = useJobs();
  if (jobs.data) return <Jobs list={jobs.data} readAt={jobs.dataUpdatedAt} />;
  const words = { loading: jobsMessages.loading, loadFailed: jobsToasts.loadFailed };
  return <WaitingCard words={words} error={jobs.error} onRetry={() => void jobs.refetch()} height="h-96" />;
}

/** `readAt` is when the list was loaded, in milliseconds since the epoch. */
function Jobs({ list, readAt }: { list: JobList; readAt: number }) {
  const { timezone, isPaused, isWatching, problem, jobs } = list;
  const pausing = usePauseJobs();
  const PauseIcon = isPaused ? Play : Pause;
  return (
    <Card aria-labelledby="jobs-title">
      <CardHeader>
        <CardTitle id="jobs-title">{jobsMessages.title}</CardTitle>
        <CardDescription className="max-sm:col-span-2">{jobsMessages.description(timezone)}</CardDescription>
        {jobs.length > 0 ? (
          <CardAction className="max-sm:row-end-2">
            <Button
              variant={isPaused ? 'default' : 'outline'}
              size="sm"
              aria-disabled={pausing.isPending}
              onClick={() => {
                if (!pausing.isPending) pausing.mutate(!isPaused);
              }}
            >
              <PauseIcon aria-hidden="true" />
              {isPaused ? jobsMessages.resume : jobsMessages.pause}
            </Button>
          </CardAction>
        ) : null}
      </CardHeader>
      {problem ? <Notice title={problem} /> : null}
      {isPaused ? <Notice title={jobsMessages.paused}>{jobsMessages.pausedDetail}</Notice> : null}
      {isWatching || problem ? null : <Notice title={jobsMessages.notWatching} />}
      {jobs.length > 0 ? (
        <ul>
          {jobs.map((job) => (
            <JobRow key={job.name} job={job} list={list} readAt={readAt} />
          ))}
        </ul>
      ) : null}
      <RecentlyDeleted timezone={timezone} />
    </Card>
  );
}

function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="status" className="flex gap-3 border-t bg-warning/10 px-5 py-3.5 text-sm sm:px-6">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-medium text-warning">{title}</p>
        {children ? <p className="mt-0.5 text-muted-foreground">{children}</p> : null}
      </div>
    </div>
  );
}

/** Posts deleted within the last day, each with a restore button; nothing if there are none. */
function RecentlyDeleted({ timezone }: { timezone: string }) {
  const bin = useQuery(contentBinQuery(useSupabase())).data;
  const id = useId();
  if (!bin || bin.rows.length === 0) return null;
  return (
    <details className="border-t px-5 py-4 text-sm sm:px-6">
      <summary id={id} className="cursor-pointer rounded-sm font-medium">
        {deletedTitle(bin.total)}
      </summary>
      <p className="mt-1.5 mb-2 text-muted-foreground">{contentBinMessages.description}</p>
      <DeletedPosts {...bin} timezone={timezone} titleId={id} />
    </details>
  );
}
