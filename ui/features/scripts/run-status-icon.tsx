import { CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react';
import { runStatusNames } from '@/features/scripts/messages.ts';
import { cn } from '@/lib/class-names.ts';

export type RunStatus = keyof typeof runStatusNames;

const ICONS: Record<RunStatus, { icon: LucideIcon; className: string }> = {
  idle: { icon: CircleDashed, className: 'text-muted-foreground' },
  running: { icon: LoaderCircle, className: 'animate-spin text-primary' },
  success: { icon: CircleCheck, className: 'text-success' },
  error: { icon: CircleX, className: 'text-destructive' },
};

/** How the script's latest run stands (§4). */
export function RunStatusIcon({ status }: { status: RunStatus }) {
  const { icon: Icon, className } = ICONS[status];
  return (
    <span role="img" aria-label={runStatusNames[status]} title={runStatusNames[status]} className="shrink-0">
      <Icon className={cn('size-5', className)} aria-hidden="true" />
    </span>
  );
}
