import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/button.tsx';
import { cn } from '@/lib/class-names.ts';

type ErrorStateProps = {
  title: string;
  /** The failed query: supplies the error message, and is refetched on retry. */
  query?: { error: Error | null; refetch: () => unknown };
  description?: ReactNode;
  onRetry?: (() => void) | undefined;
  className?: string;
};

/** Replaces content that failed to load: the error, its remedy, and a retry. */
export function ErrorState({ title, query, className, ...props }: ErrorStateProps) {
  const { description, onRetry } = query
    ? { description: query.error?.message, onRetry: () => void query.refetch() }
    : props;
  return (
    <div
      role="alert"
      data-slot="error-state"
      className={cn('flex flex-col items-center justify-center px-6 py-14 text-center', className)}
    >
      <div
        className="mb-5 flex size-14 items-center justify-center rounded-lg border border-destructive/30 bg-destructive/8 text-destructive"
        aria-hidden="true"
      >
        <TriangleAlert className="size-6" strokeWidth={1.6} />
      </div>
      <p className="font-medium">{title}</p>
      {description ? <p className="mt-1 max-w-md text-sm text-muted-foreground text-pretty">{description}</p> : null}
      {onRetry ? (
        <Button variant="outline" className="mt-5" onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          Try again
        </Button>
      ) : null}
    </div>
  );
}
