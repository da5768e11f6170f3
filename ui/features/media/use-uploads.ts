import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { toast } from '@/components/toast.tsx';
import { storedName, UploadError } from '@/domain/media/upload.ts';
import { storeMedia } from '@/domain/media/upload-media.ts';
import { refreshMedia } from '@/features/media/media-queries.ts';
import { fileProblems, mediaToasts, uploadProblem } from '@/features/media/messages.ts';
import { createUploadQueue, FileRefusedError, isOpen, type UploadQueue } from '@/features/media/upload-queue.ts';
import { type Supabase, useConfig, useSupabase } from '@/lib/supabase.ts';
import type { UiConfig } from '../../../shared/agent/agent-api.ts';
import { MEDIA_MAX_BYTES, MEDIA_TYPES } from '../../../shared/posts/media-bucket.ts';

type Connection = { supabase: Supabase; config: UiConfig };

// Outside the screen, so that uploads continue on other screens.
const queues = new WeakMap<Supabase, UploadQueue>();

/** The uploads of this window and their actions. Signing out aborts them. */
export function useUploads() {
  const supabase = useSupabase();
  const config = useConfig();
  const queryClient = useQueryClient();
  const queue = queues.get(supabase) ?? openQueue({ supabase, config }, queryClient);
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.uploads) };
}

function openQueue(connection: Connection, queryClient: QueryClient): UploadQueue {
  const queue = createUploadQueue({
    check: fileProblem,
    send: async (file, control) => {
      const extension = isMediaType(file.type) ? MEDIA_TYPES[file.type] : '';
      await storeMedia(connection, file, storedName(file.name, extension), control).catch((error: unknown) => {
        if (!(error instanceof UploadError)) throw error;
        const { kind } = error.failure;
        const Failure = kind === 'not-media' || kind === 'damaged' ? FileRefusedError : Error;
        throw new Failure(uploadProblem(error.failure), { cause: error });
      });
    },
    onStored: () => void refreshMedia(queryClient, { cancelRefetch: false }),
    onSettled: ({ stored, failed }) => {
      toast(failed > 0 ? mediaToasts.notAllUploaded(stored, failed) : mediaToasts.uploaded(stored));
      void refreshMedia(queryClient);
    },
  });
  queue.subscribe(() => askBeforeUnload(queue.uploads().some(isOpen)));
  connection.supabase.auth.onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') queue.reset();
  });
  queues.set(connection.supabase, queue);
  return queue;
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks before the window is closed while uploads are pending. */
function askBeforeUnload(active: boolean): void {
  if (active) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

type MediaType = keyof typeof MEDIA_TYPES;

/** Whether the bucket accepts this type. */
function isMediaType(type: string): type is MediaType {
  return Object.hasOwn(MEDIA_TYPES, type);
}

/** Why a file cannot be uploaded, or null. Checked before the upload. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!isMediaType(type)) return fileProblems.wrongType;
  if (size > MEDIA_MAX_BYTES) return fileProblems.tooLarge(size);
  return size === 0 ? fileProblems.empty : null;
}
