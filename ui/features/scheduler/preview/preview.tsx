import { useQuery } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { previewMessages } from '@/features/scheduler/preview/messages.ts';
import { PlatformPreviews } from '@/features/scheduler/preview/platform-previews.tsx';
import { previewQuery } from '@/features/scheduler/preview/queries.ts';
import { useSupabase } from '@/lib/supabase.ts';

const { title, text, loading, loadFailed, notFound } = previewMessages;

type PreviewProps = { id: string; onEdit: () => void; onClose: () => void };

/** How a piece of content will look on each of its platforms, and what they would refuse. `id` is the content's. */
export function Preview({ id, onEdit, onClose }: PreviewProps) {
  const query = useQuery(previewQuery(useSupabase(), id));

  function content(): ReactNode {
    if (query.data) return <PlatformPreviews content={query.data} onEdit={onEdit} />;
    if (query.data === null) return <EmptyState icon={FileX} {...notFound} />;
    if (query.isError) {
      return <ErrorState title={loadFailed} description={query.error.message} onRetry={() => void query.refetch()} />;
    }
    return <PreviewLoading />;
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-4xl grid-cols-[minmax(0,1fr)] max-sm:p-4">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{text}</DialogDescription>
        </DialogHeader>
        {content()}
      </DialogContent>
    </Dialog>
  );
}

function PreviewLoading() {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted-foreground">
        {loading}
      </p>
      <Skeleton className="h-9" />
      <Skeleton className="h-96" />
    </div>
  );
}
