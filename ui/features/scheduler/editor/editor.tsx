import { useQuery } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { editorMessages } from '@/features/scheduler/editor/messages.ts';
import { readText } from '@/features/scheduler/editor/save-text.ts';
import { TextForm } from '@/features/scheduler/editor/text-form.tsx';
import { useSupabase } from '@/lib/supabase.ts';

const { title, text, loading, loadFailed, notFound } = editorMessages;

/** The dialog in which caption and hashtags are edited, for all platforms and for each. `id` is a piece of content. */
export function Editor({ id, onClose }: { id: string; onClose: () => void }) {
  const supabase = useSupabase();
  // Read once and afresh: what changes meanwhile is noticed when the text is saved.
  const query = useQuery({
    queryKey: ['edited-content', id],
    queryFn: () => readText(supabase, id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  function content(): ReactNode {
    if (query.isFetching) return <EditorLoading />;
    if (query.isError) {
      return <ErrorState title={loadFailed} description={query.error.message} onRetry={() => void query.refetch()} />;
    }
    if (!query.data) return <EmptyState icon={FileX} {...notFound} />;
    return (
      <TextForm
        key={query.dataUpdatedAt}
        content={query.data}
        onClose={onClose}
        onReload={() => void query.refetch()}
      />
    );
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{text}</DialogDescription>
        </DialogHeader>
        {content()}
      </DialogContent>
    </Dialog>
  );
}

function EditorLoading() {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted-foreground">
        {loading}
      </p>
      <Skeleton className="h-9" />
      <Skeleton className="h-48" />
    </div>
  );
}
