import type { UseQueryResult } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/dialog.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { failureReason } from '@/lib/messages.ts';

type ContentDialogProps<Content> = {
  words: {
    title: string;
    text: string;
    loading: string;
    loadFailed: string;
    notFound: { title: string; description: string };
  };
  /** Null if the content no longer exists. */
  query: Pick<UseQueryResult<Content | null>, 'data' | 'error' | 'refetch'>;
  isLoading: boolean;
  className: string;
  onClose: () => void;
  children: (content: Content) => ReactNode;
};

/** A dialog about content, with loading and error states. */
export function ContentDialog<Content>(props: ContentDialogProps<Content>) {
  const { words, className, onClose } = props;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className={className}>
        <DialogHeader>
          <DialogTitle>{words.title}</DialogTitle>
          <DialogDescription>{words.text}</DialogDescription>
        </DialogHeader>
        <Body {...props} />
      </DialogContent>
    </Dialog>
  );
}

function Body<Content>({ words, query, isLoading, children }: ContentDialogProps<Content>) {
  if (isLoading) {
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="text-sm text-muted-foreground">
          {words.loading}
        </p>
        <Skeleton className="h-9" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  if (query.error) {
    return (
      <ErrorState
        title={words.loadFailed}
        description={failureReason(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return query.data ? children(query.data) : <EmptyState icon={FileX} {...words.notFound} />;
}
