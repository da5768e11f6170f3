import { LoaderCircle, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '@/components/badge.tsx';
import { Button } from '@/components/button.tsx';
import { isUnderWay } from '@/domain/workspace/jobs.ts';
import { jobsMessages as words } from '@/features/settings/jobs/jobs-messages.ts';
import { useRunJob, useStopJob } from '@/features/settings/jobs/use-jobs.ts';
import { cn } from '@/lib/class-names.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { JobList, JobRun, JobState } from '../../../../shared/agent/jobs.ts';

/** One job: its description and schedule, last and next run, and a button to run or stop it. */
export function JobRow({ job, list, readAt }: { job: JobState; list: JobList; readAt: number }) {
  const isBusy = isUnderWay(job);
  return (
    <li className="border-t px-5 py-4 sm:px-6">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
            {job.title}
            <JobBadge job={job} isPaused={list.isPaused} />
          </h3>
          <p className="mt-0.5 text-sm text-muted-foreground">{job.when}</p>
        </div>
        <RunButton job={job} />
      </div>
      <p className="mt-1.5 max-w-prose text-sm text-muted-foreground text-pretty">{job.about}</p>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        <Fact term={words.lastRun}>
          <p role="status">
            {isBusy ? <UnderWay job={job} /> : <LastRun run={job.lastRun} timezone={list.timezone} />}
          </p>
        </Fact>
        <Fact term={words.nextRun}>{nextRunOf(job, list, readAt)}</Fact>
      </dl>
    </li>
  );
}

function JobBadge({ job, isPaused }: { job: JobState; isPaused: boolean }) {
  if (isUnderWay(job)) return <Badge>{words.running}</Badge>;
  if (!job.isOn) return <Badge variant="outline">{isPaused ? words.pausedShort : words.off}</Badge>;
  if (job.lastRun?.status === 'failed') return <Badge variant="destructive">{words.failed}</Badge>;
  return null;
}

/** A single button for both states, to keep the focus. */
function RunButton({ job }: { job: JobState }) {
  const running = useRunJob(job);
  const stopping = useStopJob(job);
  const isHere = job.running !== null;
  const isHeld = isHere ? stopping.isPending : running.isPending || isUnderWay(job);
  const Icon = isHere ? Square : Play;
  const word = isHere ? words.stop : words.run;
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`${word}: ${job.title}`}
      aria-disabled={isHeld}
      onClick={() => {
        if (!isHeld) (isHere ? stopping : running).mutate();
      }}
    >
      <Icon aria-hidden="true" />
      {word}
    </Button>
  );
}

/** A term and its description in a card's list. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-muted-foreground">{term}</dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere] tabular-nums">{children}</dd>
    </div>
  );
}

function UnderWay({ job: { running } }: { job: JobState }) {
  return (
    <span className="inline-flex items-start gap-2">
      <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin text-primary" aria-hidden="true" />
      {running ? (running.progress ?? words.starting) : words.runningElsewhere}
    </span>
  );
}

function LastRun({ run, timezone }: { run: JobRun | null; timezone: string }) {
  if (!run) return <span className="text-muted-foreground">{words.never}</span>;
  const time = run.finishedAt ?? run.startedAt;
  return (
    <>
      <time dateTime={time}>{formatDateTime(time, timezone)}</time>
      {run.byHand ? `, ${words.byHand}` : null}
      {run.result ? (
        <span className={cn('block', run.status === 'failed' ? 'text-destructive' : 'text-muted-foreground')}>
          {run.result}
        </span>
      ) : null}
      {run.retryAt ? (
        <span className="block text-muted-foreground">
          {words.triesAgain}
          <time dateTime={run.retryAt}>{formatDateTime(run.retryAt, timezone)}</time>
        </span>
      ) : null}
    </>
  );
}

function nextRunOf({ isOn, nextRun }: JobState, { isPaused, timezone }: JobList, readAt: number): ReactNode {
  if (!isOn)
    return <span className="text-muted-foreground">{isPaused ? words.offUntilResumed : words.offUntilOn}</span>;
  if (nextRun === null) return <span className="text-muted-foreground">{words.unknown}</span>;
  if (Date.parse(nextRun) <= readAt) return words.dueNow;
  return <time dateTime={nextRun}>{formatDateTime(nextRun, timezone)}</time>;
}
