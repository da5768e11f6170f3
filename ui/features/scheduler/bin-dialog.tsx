import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { contentBinQuery } from '@/domain/posts/bin/content-bin.ts';
import { DeletedPosts } from '@/domain/posts/bin/deleted-posts.tsx';
import { contentBinMessages } from '@/domain/posts/bin/messages.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';

const { title, loading, loadFailed, empty } = schedulerMessages.bin;

/** "Recently deleted": the posts of the last day, to restore. */
export function BinDialog({ onClose }: { onClose: () => void }) {
  const timezone = useTimeZone();
  // The clean-up and other windows delete posts too.
  const bin = useQuery({ ...contentBinQuery(useSupabase()), staleTime: 0 });

  function content(): ReactNode {
    if (bin.data) {
      if (bin.data.rows.length === 0) return <EmptyState icon={Trash2} {...empty} className="py-8" />;
      return <DeletedPosts {...bin.data} timezone={timezone} />;
    }
    if (bin.isError) {
      return <ErrorState title={loadFailed} description={bin.error.message} onRetry={() => void bin.refetch()} />;
    }
    return (
      <div role="status">
        <span className="sr-only">{loading}</span>
        <Skeleton className="h-28" />
      </div>
    );
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="grid-cols-[minmax(0,1fr)]">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{contentBinMessages.description}</DialogDescription>
        </DialogHeader>
        {content()}
      </DialogContent>
    </Dialog>
  );
}
