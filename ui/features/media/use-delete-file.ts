import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import type { MediaFile } from '@/features/media/media-file.ts';
import { forgetFile, refreshMedia } from '@/features/media/media-queries.ts';
import { mediaToasts } from '@/features/media/messages.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { removeFile } from '@/lib/upload.ts';

/** Deletes a file and says so, also when somebody else was quicker; a failure is said and changes nothing. */
export function useDeleteFile({ path }: MediaFile, onDeleted: () => void) {
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
