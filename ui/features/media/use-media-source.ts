import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** A file's URL. `gone`: the file does not exist; `broken`: it could not be loaded. */
export type MediaSource = { state: 'loading' | 'gone' | 'broken' } | { state: 'ready'; url: string };

/**
 * The URL of a file in the bucket. Call `onError` when the browser cannot load it: the URL may have expired while the
 * machine slept, so it is requested once more before the file counts as broken.
 */
export function useMediaSource(path: string): { source: MediaSource; onError: () => void } {
  const { data: url, isPending, isFetching, isError, refetch } = useQuery(mediaUrlQuery(useSupabase(), path));
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const retried = useRef(false);

  function onError() {
    setFailedUrl(url ?? null);
    if (retried.current) return;
    retried.current = true;
    void refetch();
  }

  return { source: source(), onError };

  function source(): MediaSource {
    if (isPending) return { state: 'loading' };
    if (url === null) return { state: 'gone' };
    if (url !== undefined && url !== failedUrl) return { state: 'ready', url };
    return { state: isFetching && !isError ? 'loading' : 'broken' };
  }
}
