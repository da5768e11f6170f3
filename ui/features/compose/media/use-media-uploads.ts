import { useEffect, useRef, useState } from 'react';
import { storedName, UploadCancelledError, UploadError } from '@/domain/media/upload.ts';
import { storeMedia } from '@/domain/media/upload-media.ts';
import { mediaMessages } from '@/features/compose/media/messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { useConfig, useSupabase } from '@/lib/supabase.ts';
import { MEDIA_MAX_BYTES, MEDIA_TYPES } from '../../../../shared/posts/media-bucket.ts';
import { MEDIA_COLUMNS, mediaItemOf } from '../../../../shared/posts/media-library.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

/** An upload for the post; `problem` says why it failed. */
export type PostUpload = { key: number; name: string; percent: number; problem: string | null };

/** Uploads files to the Media Library for a post. Pending uploads are aborted when the composer closes. */
export function useMediaUploads(onStored: (item: MediaItem, replaces: MediaItem | null) => void) {
  const connection = { supabase: useSupabase(), config: useConfig() };
  const [uploads, setUploads] = useState<readonly PostUpload[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const lastKey = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const open = aborts.current;
    return () => {
      for (const abort of open.values()) abort.abort();
    };
  }, []);

  const change = (key: number, patch: Partial<PostUpload>) =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...patch } : upload)));

  function remove(key: number) {
    aborts.current.get(key)?.abort();
    setUploads((now) => now.filter((upload) => upload.key !== key));
  }

  /** Uploads a file after earlier ones, and adds it to the post; returns whether it succeeded. */
  function add(file: File, replaces: MediaItem | null = null): Promise<boolean> {
    lastKey.current += 1;
    const key = lastKey.current;
    const problem = problemOf(file);
    setUploads((now) => [...now, { key, name: file.name, percent: 0, problem }]);
    if (problem) return Promise.resolve(false);
    const abort = new AbortController();
    aborts.current.set(key, abort);
    const adding = before.current.then(() => store(key, file, abort, replaces));
    before.current = adding;
    return adding;
  }

  async function store(key: number, file: File, abort: AbortController, replaces: MediaItem | null): Promise<boolean> {
    try {
      if (abort.signal.aborted) return false;
      const path = storedName(file.name, MEDIA_TYPES[file.type as keyof typeof MEDIA_TYPES]);
      await storeMedia(connection, file, path, {
        signal: abort.signal,
        onProgress: ({ sent, total }) => change(key, { percent: total > 0 ? Math.floor((sent / total) * 100) : 0 }),
      });
      const files = connection.supabase.from('media_files').select(MEDIA_COLUMNS);
      const { data } = await files.eq('path', path).single().throwOnError();
      onStored(mediaItemOf(data), replaces);
      setUploads((now) => now.filter((upload) => upload.key !== key));
      return true;
    } catch (error) {
      if (!(error instanceof UploadCancelledError) && !abort.signal.aborted)
        change(key, { problem: uploadFailure(error) });
      return false;
    } finally {
      aborts.current.delete(key);
    }
  }

  return { uploads, add, remove };
}

/** Why a file is rejected before the upload; null if it is not. */
function problemOf({ type, size }: File): string | null {
  if (!Object.hasOwn(MEDIA_TYPES, type)) return mediaMessages.wrongType;
  return size > MEDIA_MAX_BYTES ? mediaMessages.tooLarge : null;
}

/** Why a file was not stored, in words. */
export function uploadFailure(error: unknown): string {
  if (!(error instanceof UploadError)) return failureReason(error);
  const { failure } = error;
  if (failure.kind === 'signed-out') return mediaMessages.signedOut;
  if (failure.kind === 'too-large') return mediaMessages.tooLarge;
  if (failure.kind === 'interrupted') return mediaMessages.uploadFailed;
  return failure.kind === 'refused' ? (failure.message ?? mediaMessages.uploadFailed) : mediaMessages.wrongType;
}
