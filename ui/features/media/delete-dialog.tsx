import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/button.tsx';
import { Question } from '@/components/question.tsx';
import { toast } from '@/components/toast.tsx';
import { FileUses } from '@/features/media/file-uses.tsx';
import { kindOf, type MediaFile } from '@/features/media/media-file.ts';
import { forgetFile, mediaUsesQuery, refreshMedia } from '@/features/media/media-queries.ts';
import { deleteMessages, mediaToasts, viewerMessages } from '@/features/media/messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { removeFile } from '@/lib/upload.ts';

type DeleteDialogProps = { file: MediaFile; onClose: () => void; onDeleted: () => void };

/**
 * Asks before a file is deleted, for storage keeps no bin to bring it back from; names what uses it, as it is now and
 * not as it was when the list was read.
 */
export function DeleteDialog({ file, onClose, onDeleted }: DeleteDialogProps) {
  const uses = useQuery(mediaUsesQuery(useSupabase(), file.path));
  const deletion = useDeleteFile(file, onDeleted);
  const used = (uses.data ?? file.uses).length > 0;
  const checking = uses.isPending;
  const words = checking
    ? viewerMessages.checking
    : uses.isError
      ? deleteMessages.unknown
      : used
        ? deleteMessages.used
        : deleteMessages.unused;

  return (
    <Question
      title={deleteMessages.title[kindOf(file)]}
      description={words}
      onClose={onClose}
      answers={
        <>
          <Button variant="outline" className="pointer-coarse:h-11" onClick={onClose}>
            {deleteMessages.keep}
          </Button>
          <Button
            variant="destructive"
            className="pointer-coarse:h-11"
            aria-disabled={checking || deletion.isPending}
            onClick={() => checking || deletion.isPending || deletion.mutate()}
          >
            {deletion.isPending ? deleteMessages.busy : used ? deleteMessages.confirmUsed : deleteMessages.confirm}
          </Button>
        </>
      }
    >
      {used && !checking ? (
        <section className="flex flex-col gap-2 rounded-md border bg-muted/50 p-4 text-sm">
          <h3 className="text-xs text-muted-foreground">{deleteMessages.usedBy}</h3>
          <FileUses uses={uses.data ?? file.uses} />
        </section>
      ) : null}
    </Question>
  );
}

/** Deletes a file and says so, also when somebody else was quicker; a failure is said and changes nothing. */
function useDeleteFile({ path }: MediaFile, onDeleted: () => void) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => removeFile(supabase, path),
    onSuccess: (removed) => {
      forgetFile(queryClient, path);
      void refreshMedia(queryClient);
      toast(removed ? mediaToasts.deleted : mediaToasts.alreadyDeleted);
      onDeleted();
    },
    onError: (error) => void toast(mediaToasts.deleteFailed(failureReason(error))),
  });
}
