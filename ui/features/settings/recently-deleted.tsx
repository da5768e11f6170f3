import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { toast } from 'sonner';
import { Button } from '@/components/button.tsx';
import { deletedMessages as words } from '@/features/settings/jobs-messages.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { ContentBinRow } from '../../../shared/database.ts';

/** How many are shown; the newest come first. */
const SHOWN = 20;

/** Posts deleted within the last day, by the clean-up or by hand, which can be brought back. */
function binQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['content_bin'],
    queryFn: async () =>
      supabase
        .from('content_bin')
        .select('*', { count: 'exact' })
        .eq('purging', false)
        .order('deleted_at', { ascending: false })
        .limit(SHOWN)
        .throwOnError(),
  });
}

/** What was deleted in the last day, each with a button that brings it back; nothing while there is none. */
export function RecentlyDeleted({ timezone }: { timezone: string }) {
  const bin = useQuery(binQuery(useSupabase())).data;
  if (!bin?.data.length) return null;
  const count = bin.count ?? bin.data.length;
  return (
    <details className="border-t px-5 py-4 text-sm sm:px-6">
      <summary className="cursor-pointer rounded-sm font-medium">{words.title(count)}</summary>
      <p className="mt-1.5 text-muted-foreground">{words.description}</p>
      <ul className="mt-2">
        {bin.data.map((row) => (
          <DeletedPost key={row.id} row={row} timezone={timezone} />
        ))}
      </ul>
      {count > bin.data.length ? <p className="text-muted-foreground">{words.more(count - bin.data.length)}</p> : null}
    </details>
  );
}

function DeletedPost({ row, timezone }: { row: ContentBinRow; timezone: string }) {
  const restoring = useRestore(row.id);
  const caption = row.content.caption.trim().split('\n')[0] || words.noCaption;
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p dir="auto" className="truncate">
          {caption}
        </p>
        <p className="text-muted-foreground tabular-nums">
          {words.deleted}
          <time dateTime={row.deleted_at}>{formatDateTime(row.deleted_at, timezone)}</time>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={words.restorePost(caption)}
        aria-disabled={restoring.isPending}
        onClick={() => {
          if (!restoring.isPending) restoring.mutate();
        }}
      >
        <Undo2 aria-hidden="true" />
        {words.restore}
      </Button>
    </li>
  );
}

function useRestore(id: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await supabase.rpc('restore_content', { content: id }).throwOnError()).data,
    onSuccess: (restored) => {
      if (restored) toast.success(words.restored);
      else toast.error(words.gone);
    },
    onError: (error) => void toast.error(words.failed, { description: failureReason(error) }),
    onSettled: () => {
      for (const table of ['content_bin', 'generated_content', 'scheduled_posts']) {
        void queryClient.invalidateQueries({ queryKey: [table] });
      }
    },
  });
}
