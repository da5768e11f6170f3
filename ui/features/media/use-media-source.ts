import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import { useSupabase } from '@/lib/supabase.ts';

/**
 * Where to load a file from. `gone`: there is no such file; `broken`: it could not be shown, or not even found out
 * about.
 */
export type MediaSource = { state: 'loading' | 'gone' | 'broken' } | { state: 'ready'; url: string };

/**
 * The address of a file of the bucket. Call `onError` when the browser cannot show what is there: the address may have
 * run out while the machine slept, so it is asked for once more before the file counts as broken.
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
