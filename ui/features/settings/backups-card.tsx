import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle, Save } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { isUnderWay, useJobs } from '@/domain/workspace/jobs.ts';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { RestorePart } from '@/features/settings/backup/restore-part.tsx';
import { Fact } from '@/features/settings/jobs/job-row.tsx';
import { useRunJob } from '@/features/settings/jobs/use-jobs.ts';
import { backupsMessages as words } from '@/features/settings/messages.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { useAgent } from '@/lib/agent.ts';
import { formatDateTime } from '@/lib/time.ts';
import { BACKUP_JOB, type Backups } from '../../../shared/agent/backups.ts';
import type { JobState } from '../../../shared/agent/jobs.ts';
import { backupApi } from '../../../shared/api/agent.ts';

/**
 * The last verified backup, the backups' location, a button to make one now, and for owners one to restore a backup.
 */
export function BackupsCard() {
  const agent = useAgent();
  const jobs = useJobs();
  const isOwner = useIsOwner();
  const job = jobs.data?.jobs.find(({ name }) => name === BACKUP_JOB);
  const backups = useQuery({
    // Refetched when a run of the job has ended.
    queryKey: ['backups', job?.lastRun?.finishedAt ?? null],
    queryFn: ({ signal }) => askAgent(agent, backupApi.listBackups, {}, signal),
  });
  if (!backups.data || !jobs.data) {
    const onRetry = () => void Promise.all([backups.refetch(), jobs.refetch()]);
    return <WaitingCard words={words} error={backups.error ?? jobs.error} onRetry={onRetry} />;
  }
  const { timezone } = jobs.data;
  return (
    <Card aria-labelledby="backups-title">
      <CardHeader>
        <CardTitle id="backups-title">{words.title}</CardTitle>
        <CardDescription className="max-sm:col-span-2">{job ? words.description : words.hosted}</CardDescription>
        {job ? (
          <CardAction className="max-sm:row-end-2">
            <BackUpNow job={job} />
          </CardAction>
        ) : null}
      </CardHeader>
      {job ? (
        <dl className="grid gap-x-6 gap-y-3 border-t px-5 py-4 text-sm sm:px-6">
          <Fact term={words.last}>
            <p role="status">
              <Last job={job} backups={backups.data} timezone={timezone} />
            </p>
          </Fact>
          <Fact term={words.where}>
            <code className="font-mono text-xs">{backups.data.folder}</code>
          </Fact>
        </dl>
      ) : null}
      {job && isOwner ? <RestorePart kept={backups.data.kept} timezone={timezone} /> : null}
      <div className="border-t px-5 py-4 sm:px-6">
        <p className="max-w-prose text-sm text-muted-foreground text-pretty">
          {words.toFile} <code className="font-mono text-xs">local-agent backup my.backup --with-secrets</code>
        </p>
      </div>
    </Card>
  );
}

function BackUpNow({ job }: { job: JobState }) {
  const running = useRunJob(job);
  const isHeld = running.isPending || isUnderWay(job);
  return (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={isHeld}
      onClick={() => {
        if (!isHeld) running.mutate();
      }}
    >
      <Save aria-hidden="true" />
      {words.now}
    </Button>
  );
}

function Last({ job, backups, timezone }: { job: JobState; backups: Backups; timezone: string }) {
  const [newest] = backups.kept;
  return (
    <>
      {isUnderWay(job) ? (
        <span className="flex items-start gap-2">
          <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin text-primary" aria-hidden="true" />
          {job.running?.progress ?? words.underWay}
        </span>
      ) : null}
      {newest ? (
        <span className="flex items-start gap-2">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
          <span>
            <time dateTime={newest.createdAt}>{formatDateTime(newest.createdAt, timezone)}</time>
            {words.checked(newest.size, backups.kept.length)}
          </span>
        </span>
      ) : (
        <span className="text-muted-foreground">{words.none}</span>
      )}
      {job.lastRun?.status === 'failed' && !isUnderWay(job) ? (
        <span className="mt-1 block text-destructive">{job.lastRun.result}</span>
      ) : null}
    </>
  );
}
