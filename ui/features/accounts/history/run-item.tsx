import { Ban, CircleCheck, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react';
import { RunRow } from '@/components/run-history.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { countsLine, runStatusNames } from '@/features/accounts/history/messages.ts';
import { RunDetails } from '@/features/accounts/history/run-details.tsx';
import { reasonWords } from '@/features/accounts/reason-messages.ts';
import { cn } from '@/lib/class-names.ts';
import { formatDuration } from '@/lib/format.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { WarmupRun } from '../../../../shared/accounts/warmup.ts';

const ICONS: Record<WarmupRun['status'], { icon: LucideIcon; className: string }> = {
  running: { icon: LoaderCircle, className: 'animate-spin text-primary' },
  success: { icon: CircleCheck, className: 'text-success' },
  failed: { icon: CircleX, className: 'text-destructive' },
  cancelled: { icon: Ban, className: 'text-muted-foreground' },
};

/** One warm-up: its result, time, duration, and counts or failure. Expands to its journal. */
export function RunItem({ run, ...fold }: { run: WarmupRun; isOpen: boolean; onToggle: () => void }) {
  const { startedAt, finishedAt, status, reason, counts } = run;
  const when = formatDateTime(startedAt, useTimeZone());
  const took = finishedAt ? ` · ${formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))}` : '';
  const summary = status === 'failed' && reason ? reasonWords(reason).what : countsLine(counts);
  return (
    <RunRow
      {...fold}
      icon={<StatusIcon status={status} />}
      startedAt={startedAt}
      when={when}
      end={`${runStatusNames[status]}${took}`}
      summary={<span className="text-[0.8125rem] text-muted-foreground">{summary}</span>}
    >
      <RunDetails run={run} when={when} />
    </RunRow>
  );
}

function StatusIcon({ status }: { status: WarmupRun['status'] }) {
  const { icon: Icon, className } = ICONS[status];
  return <Icon aria-hidden="true" className={cn('size-4 shrink-0', className)} />;
}
