import { CalendarClock, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { Switch } from '@/components/switch.tsx';
import { toast } from '@/components/toast.tsx';
import { scheduleMessages as words } from '@/features/scripts/schedule/messages.ts';
import { ScheduleDialog } from '@/features/scripts/schedule/schedule-dialog.tsx';
import { isUnderWay, useSchedules, useSetSchedule } from '@/features/scripts/schedule/use-schedules.ts';
import { cn } from '@/lib/class-names.ts';
import { nowMs } from '@/lib/clock.ts';
import { failureReason } from '@/lib/messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { ScheduledScript, ScriptScheduleList } from '../../../../shared/scripts/script-schedule.ts';

/**
 * The script's schedule, with its next and last runs. `forbidden`: this member may not run scripts, and so not
 * schedule them. Needs a key per script.
 */
export function ScheduleCard({ scriptId, name, forbidden }: { scriptId: string; name: string; forbidden: boolean }) {
  const titleId = useId();
  const list = useSchedules();
  const setSchedule = useSetSchedule(scriptId);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const found = list.data?.schedules.find((one) => one.scriptId === scriptId);
  const focusOnceGone = useRef(false);

  useEffect(() => {
    if (found || !focusOnceGone.current) return;
    focusOnceGone.current = false;
    opener.current?.focus({ preventScroll: true });
  }, [found]);

  const failed = (error: unknown) =>
    void toast({ title: words.failed, description: failureReason(error), variant: 'destructive' });

  function turn({ schedule }: ScheduledScript, isOn: boolean) {
    void setSchedule.mutateAsync({ schedule, isOn }).catch(failed);
  }

  async function remove(before: ScheduledScript) {
    focusOnceGone.current = true;
    const undo = { label: words.undo, onClick: () => turn(before, before.isOn) };
    await setSchedule.mutateAsync(null).then(() => toast({ title: words.removed(name), action: undo }), failed);
  }

  return (
    <Card aria-labelledby={titleId}>
      <CardHeader className="pt-4 pb-3">
        <CardTitle id={titleId}>{words.title}</CardTitle>
        {found ? (
          <CardAction className="flex items-center gap-2.5 text-sm text-muted-foreground">
            <label htmlFor={`${titleId}-on`}>{words.switch}</label>
            <Switch
              id={`${titleId}-on`}
              checked={(setSchedule.isPending && setSchedule.variables?.isOn) || (!setSchedule.isPending && found.isOn)}
              disabled={forbidden}
              onCheckedChange={(isOn) => turn(found, isOn)}
            />
          </CardAction>
        ) : null}
      </CardHeader>
      <CardContent className="flex flex-col gap-4 pb-4 sm:pb-5">
        <Body list={list.data} found={found} error={list.error} onRetry={() => void list.refetch()} />
        {list.data && !forbidden ? (
          <div className="flex flex-wrap gap-2 pointer-coarse:[&>*]:h-11">
            <Button ref={opener} variant="outline" size="sm" onClick={() => setOpen(true)}>
              <CalendarClock aria-hidden="true" />
              {found ? words.change : words.set}
            </Button>
            {found ? (
              <Button variant="ghost" size="sm" onClick={() => void remove(found)}>
                <Trash2 aria-hidden="true" />
                {words.remove}
              </Button>
            ) : null}
          </div>
        ) : null}
      </CardContent>
      {isOpen && list.data ? (
        <ScheduleDialog
          schedule={found?.schedule}
          zone={list.data.timezone}
          onSave={(schedule) => setSchedule.mutateAsync({ schedule, isOn: found?.isOn ?? true })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Card>
  );
}

function Body({
  list,
  found,
  error,
  onRetry,
}: {
  list: ScriptScheduleList | undefined;
  found: ScheduledScript | undefined;
  error: Error | null;
  onRetry: () => void;
}) {
  if (!list && error)
    return <ErrorState title={words.loadFailed} description={error.message} onRetry={onRetry} className="py-4" />;
  if (!list)
    return (
      <div role="status">
        <span className="sr-only">{words.loading}</span>
        <Skeleton className="h-9" />
      </div>
    );
  if (!found)
    return <p className="max-w-prose text-sm text-muted-foreground text-pretty">{list.problem ?? words.none}</p>;
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm @xl:grid-cols-3">
      <Fact term={words.when}>
        {found.when}
        {found.schedule.every === 'interval' ? null : (
          <span className="text-muted-foreground">{words.inZone(list.timezone)}</span>
        )}
      </Fact>
      <Fact term={words.nextRun}>
        <NextRun found={found} list={list} />
      </Fact>
      <Fact term={words.lastRun}>
        <LastRun found={found} timezone={list.timezone} />
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-muted-foreground">{term}</dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere] tabular-nums">{children}</dd>
    </div>
  );
}

function NextRun({ found: { nextRun }, list }: { found: ScheduledScript; list: ScriptScheduleList }) {
  if (list.isPaused) return <span className="text-muted-foreground">{words.paused}</span>;
  if (nextRun === null) return <span className="text-muted-foreground">{words.off}</span>;
  if (!list.isWatching) return <span className="text-muted-foreground">{words.unknown}</span>;
  if (Date.parse(nextRun) <= nowMs()) return words.dueNow;
  return <time dateTime={nextRun}>{formatDateTime(nextRun, list.timezone)}</time>;
}

function LastRun({ found, timezone }: { found: ScheduledScript; timezone: string }) {
  const run = found.lastRun;
  if (!run) return <span className="text-muted-foreground">{words.never}</span>;
  if (isUnderWay(found)) return words.underWay;
  const time = run.finishedAt ?? run.startedAt;
  return (
    <>
      <time dateTime={time}>{formatDateTime(time, timezone)}</time>
      <span className={cn('block', run.status === 'failed' ? 'text-destructive' : 'text-muted-foreground')}>
        {run.result}
      </span>
      {run.retryAt ? (
        <span className="block text-muted-foreground">
          {words.triesAgain}
          <time dateTime={run.retryAt}>{formatDateTime(run.retryAt, timezone)}</time>
        </span>
      ) : null}
    </>
  );
}
