import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/class-names.ts';

/** Replaces an empty list: what is missing, and the next step. */
export function EmptyState({
  icon: Icon,
  title,
  description,
  action,
  className,
}: {
  icon: LucideIcon;
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      data-slot="empty-state"
      className={cn('flex flex-col items-center justify-center px-6 py-14 text-center', className)}
    >
      <div className="relative mb-5" aria-hidden="true">
        <div className="absolute inset-0 translate-x-1.5 -rotate-6 rounded-lg border bg-muted" />
        <div className="relative flex size-14 items-center justify-center rounded-lg border bg-card text-muted-foreground">
          <Icon className="size-6" strokeWidth={1.6} />
        </div>
      </div>
      <p className="font-medium">{title}</p>
      {description ? <p className="mt-1 max-w-sm text-sm text-muted-foreground text-pretty">{description}</p> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}
