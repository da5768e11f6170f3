import type { UseQueryResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { DeletedPosts } from '@/domain/posts/bin/deleted-posts.tsx';
import { contentBinMessages } from '@/domain/posts/bin/messages.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { TITLE_ID } from '@/features/scheduler/title-id.ts';
import type { ContentBinRow } from '../../../../shared/workspace/database.ts';

const { loading, loadFailed, empty } = schedulerMessages.bin;

/** "Recently deleted": the posts of the last day, to restore. */
export function BinList({ query }: { query: UseQueryResult<{ rows: ContentBinRow[]; total: number }> }) {
  const timezone = useTimeZone();
  if (query.data?.rows.length === 0) return <EmptyState icon={Trash2} {...empty} />;
  return (
    <div className="flex flex-col gap-2 px-4 py-4 sm:px-6">
      {query.data ? (
        <>
          <p className="text-sm text-muted-foreground">{contentBinMessages.description}</p>
          <DeletedPosts {...query.data} timezone={timezone} titleId={TITLE_ID} />
        </>
      ) : query.isError ? (
        <ErrorState title={loadFailed} query={query} />
      ) : (
        <div role="status">
          <span className="sr-only">{loading}</span>
          <Skeleton className="h-28" />
        </div>
      )}
    </div>
  );
}
