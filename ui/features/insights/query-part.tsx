import type { ReactNode } from 'react';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { insightsMessages } from '@/features/insights/messages.ts';
import { cn } from '@/lib/class-names.ts';

type QueryPartProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown; isPlaceholderData: boolean };
  /** The class of the skeleton's height. */
  skeleton: string;
  failed: string;
  children: (data: Data) => ReactNode;
};

/** A part of the screen with its loading state and its error with a retry. Faint while other filters are loading. */
export function QueryPart<Data>({ query, skeleton, failed, children }: QueryPartProps<Data>) {
  if (query.data !== undefined) {
    return (
      <div
        aria-busy={query.isPlaceholderData}
        className={cn('min-w-0 transition-opacity duration-150', query.isPlaceholderData && 'opacity-55')}
      >
        {children(query.data)}
      </div>
    );
  }
  if (query.error) return <ErrorState title={failed} query={query} className="py-10" />;
  return (
    <div role="status" className="p-5 sm:p-6">
      <span className="sr-only">{insightsMessages.loading}</span>
      <Skeleton className={skeleton} />
    </div>
  );
}
