import { useQuery } from '@tanstack/react-query';
import { editorMessages } from '@/features/scheduler/editor/messages.ts';
import { readText } from '@/features/scheduler/editor/save-text.ts';
import { TextForm } from '@/features/scheduler/editor/text-form.tsx';
import { ContentDialog } from '@/features/scheduler/posts/content-dialog.tsx';
import { useSupabase } from '@/lib/supabase.ts';

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
  return (
    <ContentDialog
      words={editorMessages}
      query={query}
      isLoading={query.isFetching}
      className="max-w-2xl"
      onClose={onClose}
    >
      {(content) => (
        <TextForm key={query.dataUpdatedAt} content={content} onClose={onClose} onReload={() => void query.refetch()} />
      )}
    </ContentDialog>
  );
}
