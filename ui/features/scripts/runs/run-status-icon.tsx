import { Ban, CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle, type LucideIcon, TimerOff } from 'lucide-react';
import { runStatusNames } from '@/features/scripts/runs/messages.ts';
import { cn } from '@/lib/class-names.ts';

export type RunStatus = keyof typeof runStatusNames;

const ICONS: Record<RunStatus, { icon: LucideIcon; className: string }> = {
  idle: { icon: CircleDashed, className: 'text-muted-foreground' },
  queued: { icon: Clock, className: 'text-primary' },
  running: { icon: LoaderCircle, className: 'animate-spin text-primary' },
  success: { icon: CircleCheck, className: 'text-success' },
  error: { icon: CircleX, className: 'text-destructive' },
  cancelled: { icon: Ban, className: 'text-muted-foreground' },
  timeout: { icon: TimerOff, className: 'text-destructive' },
};

/** A run's status icon (§4). */
export function RunStatusIcon({ status, className }: { status: RunStatus; className?: string }) {
  const { icon: Icon, className: colour } = ICONS[status];
  return (
    <span role="img" aria-label={runStatusNames[status]} title={runStatusNames[status]} className="shrink-0">
      <Icon className={cn('size-5', colour, className)} aria-hidden="true" />
    </span>
  );
}
