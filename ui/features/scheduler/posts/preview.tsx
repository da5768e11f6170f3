import { useQuery } from '@tanstack/react-query';
import { previewMessages } from '@/domain/posts/preview/messages.ts';
import { PlatformPreviews } from '@/domain/posts/preview/platform-previews.tsx';
import { ContentDialog } from '@/features/scheduler/posts/content-dialog.tsx';
import { previewQuery } from '@/features/scheduler/queries.ts';
import { useSupabase } from '@/lib/supabase.ts';

type PreviewProps = { id: string; onEdit: () => void; onClose: () => void };

/** A preview of content on each of its platforms, with their problems. `id` is the content's. */
export function Preview({ id, onEdit, onClose }: PreviewProps) {
  const query = useQuery(previewQuery(useSupabase(), id));
  return (
    <ContentDialog
      words={previewMessages}
      query={query}
      isLoading={query.isPending}
      className="max-w-4xl grid-cols-[minmax(0,1fr)] max-sm:scroll-pb-16 max-sm:p-4"
      onClose={onClose}
    >
      {(content) => <PlatformPreviews content={content} onEdit={onEdit} />}
    </ContentDialog>
  );
}
