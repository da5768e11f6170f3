import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { Card } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { loadMedia, SIGNED_FOR_SECONDS } from '@/features/media/load-media.ts';
import { MediaTile } from '@/features/media/media-tile.tsx';
import { mediaMessages } from '@/features/media/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4';
const SKELETONS = ['first', 'second', 'third', 'fourth'];

/** Media Library (§2): the files of the bucket, newest first. */
export function MediaScreen() {
  return (
    <div className="flex flex-col gap-7">
      <PageHeader title={mediaMessages.title} subtitle={mediaMessages.subtitle} />
      <MediaGrid />
    </div>
  );
}

function MediaGrid() {
  const supabase = useSupabase();
  const media = useQuery({
    queryKey: ['media'],
    queryFn: () => loadMedia(supabase),
    // Before the addresses run out.
    refetchInterval: (SIGNED_FOR_SECONDS * 1000 * 3) / 4,
  });

  if (media.isPending) {
    return (
      <div role="status" className={GRID}>
        <span className="sr-only">{mediaMessages.loading}</span>
        {SKELETONS.map((key) => (
          <Skeleton key={key} className="aspect-4/5 rounded-lg" />
        ))}
      </div>
    );
  }
  if (media.isError) {
    return (
      <Card>
        <ErrorState
          {...mediaMessages.loadFailed}
          description={media.error.message}
          onRetry={() => void media.refetch()}
        />
      </Card>
    );
  }
  const { files, count } = media.data;
  if (files.length === 0) {
    return (
      <Card>
        <EmptyState icon={Images} {...mediaMessages.empty} />
      </Card>
    );
  }
  return (
    <>
      <ul className={GRID}>
        {files.map((file) => (
          <MediaTile key={file.id} file={file} />
        ))}
      </ul>
      {count > files.length ? (
        <p className="text-center text-sm text-muted-foreground tabular-nums">
          {mediaMessages.newest(files.length, count)}
        </p>
      ) : null}
    </>
  );
}
