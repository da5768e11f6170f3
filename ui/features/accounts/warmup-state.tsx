import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';
import { Progress } from '@/components/progress.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { warmupMessages } from '@/features/accounts/messages.ts';
import { useRampUp } from '@/features/accounts/use-account-times.ts';
import type { Warmup } from '@/features/accounts/use-warmup.ts';
import type { RunningWarmup } from '@/features/accounts/warmup-progress.ts';
import { cn } from '@/lib/class-names.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { SocialAccountsRow, WarmupStatus } from '../../../shared/workspace/database.ts';

const ICONS: Record<IconState, { icon: LucideIcon; className: string }> = {
  running: { icon: LoaderCircle, className: 'animate-spin text-primary' },
  success: { icon: CircleCheck, className: 'text-success' },
  failed: { icon: CircleX, className: 'text-destructive' },
  other: { icon: Clock, className: 'text-muted-foreground' },
};

type WarmupStateProps = {
  account: SocialAccountsRow;
  warmup: Pick<Warmup, 'running' | 'progress'>;
  /** Remaining whole hours of the cooldown. */
  hours: number;
};

/** The status icon, the last warm-up (in the configured zone), the cooldown (§2), and a running warm-up's progress. */
export function WarmupState({ account, warmup, hours }: WarmupStateProps) {
  const timeZone = useTimeZone();
  const { warmup_status: status, last_warmup_at: lastWarmupAt } = account;
  const rampUp = useRampUp(account);
  const isSwitchedOff = !account.auto_warmup;
  return (
    <div className="flex min-w-0 items-start gap-2.5">
      <StatusIcon state={iconState(warmup.running ? 'running' : status)} />
      <div className="min-w-0 flex-1 text-[0.8125rem] leading-5 text-muted-foreground tabular-nums">
        <p>{lastWarmupAt ? warmupMessages.warmedUp(formatDateTime(lastWarmupAt, timeZone)) : warmupMessages.never}</p>
        {hours > 0 ? <p>{warmupMessages.next(hours)}</p> : null}
        {rampUp ? <p>{warmupMessages.rampUp(rampUp.day, rampUp.minutes)}</p> : null}
        {isSwitchedOff ? <p>{warmupMessages.autoOff}</p> : null}
        {warmup.progress ? <WarmupLine progress={warmup.progress} /> : null}
      </div>
    </div>
  );
}

function StatusIcon({ state }: { state: IconState }) {
  const { icon: Icon, className } = ICONS[state];
  return (
    <span role="img" aria-label={warmupMessages.icon[state]} title={warmupMessages.icon[state]} className="mt-0.5">
      <Icon aria-hidden="true" className={cn('size-4', className)} />
    </span>
  );
}

type IconState = WarmupStatus | 'other';

/** The icon of a `warmup_status` (§2): a clock for unknown ones, such as a newer database's. */
export function iconState(status: string | null): IconState {
  return status === 'running' || status === 'success' || status === 'failed' ? status : 'other';
}

const { silent, elsewhere, activity, progress: progressWords, progressBar } = warmupMessages;

/** A running warm-up's progress: its activity, posts seen and minutes left; or that it is queued. */
function WarmupLine({ progress }: { progress: RunningWarmup }) {
  if (progress.kind === 'silent')
    return (
      <p role="status" className="text-warning">
        {silent}
      </p>
    );
  if (progress.kind === 'elsewhere') return <p>{elsewhere}</p>;
  const { counts, minutesLeft, activity: doing } = progress.progress;
  if (doing === 'waiting') return <p>{activity.waiting}</p>;
  return (
    <div className="flex flex-col gap-0.5">
      <p className="text-foreground">{activity[doing]}</p>
      <p>{progressWords(counts.postsSeen, minutesLeft)}</p>
      <Progress value={progress.percent} aria-label={progressBar} className="mt-1 h-1 max-w-72" />
    </div>
  );
}
