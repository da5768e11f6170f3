import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import type { MediaFile } from '@/features/media/media-file.ts';
import { changeFiles, moveFiles, refreshMedia, saveDetails, tagFiles } from '@/features/media/media-queries.ts';
import { mediaToasts } from '@/features/media/messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { MediaDetails } from '../../../shared/posts/media-library.ts';

/**
 * Deletes files and shows an undo, also when another client deleted them first; a failure is reported and changes
 * nothing.
 */
export function useDeleteFiles(files: readonly MediaFile[], onDeleted: () => void) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const restoring = useRestoreFiles();
  const paths = files.map(({ path }) => path);
  return useMutation({
    mutationFn: () => moveFiles(supabase, 'delete_media', paths),
    onSuccess: (deleted) => {
      changeFiles(queryClient, paths, () => null);
      void refreshMedia(queryClient);
      toast(
        deleted.length === 0
          ? mediaToasts.alreadyDeleted(paths.length)
          : mediaToasts.deleted(deleted.length, () => restoring.mutate(deleted)),
      );
      onDeleted();
    },
    onError: (error) => void toast(mediaToasts.deleteFailed(paths.length, failureReason(error))),
  });
}

/** Restores deleted files by path and reports it. */
export function useRestoreFiles() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paths: readonly string[]) => moveFiles(supabase, 'restore_media', paths),
    onSuccess: (restored, paths) =>
      void toast(restored.length > 0 ? mediaToasts.restored(restored.length) : mediaToasts.gone(paths.length)),
    onError: (error) => void toast(mediaToasts.restoreFailed(failureReason(error))),
    onSettled: () => refreshMedia(queryClient),
  });
}

/** Adds and removes tags of files, and reports it. */
export function useTagFiles(paths: readonly string[], onDone: () => void) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ add, remove }: { add: string[]; remove: string[] }) => tagFiles(supabase, paths, add, remove),
    onSuccess: (count) => {
      toast(mediaToasts.tagged(count));
      onDone();
    },
    onError: (error) => void toast(mediaToasts.saveFailed(failureReason(error))),
    onSettled: () => refreshMedia(queryClient),
  });
}

/** Saves a file's name, tags and alt text, and updates the cached lists at once. */
export function useSaveDetails({ path }: MediaFile) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (details: MediaDetails) => saveDetails(supabase, path, details),
    onMutate: (details) => changeFiles(queryClient, [path], (file) => ({ ...file, ...details })),
    onError: (error) => void toast(mediaToasts.saveFailed(failureReason(error))),
    onSettled: () => refreshMedia(queryClient),
  });
}
