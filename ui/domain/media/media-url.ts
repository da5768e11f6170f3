import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';

/**
 * How long a signed address of the private bucket is good for, in seconds, and when a new one is asked for, in
 * milliseconds.
 */
const SIGNED_FOR_SECONDS = 3600;
const RENEW_AFTER_MS = 50 * 60 * 1000;

type Waiting = { path: string; resolve: (url: string | null) => void; reject: (error: unknown) => void };

/**
 * Collects the paths asked for in one turn of the event loop into one call of `sign`; a path that `sign` does not know
 * answers null.
 */
export function createSigner(sign: (paths: string[]) => Promise<Map<string, string>>) {
  let waiting: Waiting[] = [];

  async function flush() {
    const batch = waiting;
    waiting = [];
    try {
      const urls = await sign([...new Set(batch.map(({ path }) => path))]);
      for (const { path, resolve } of batch) resolve(urls.get(path) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (path: string): Promise<string | null> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(flush);
      waiting.push({ path, resolve, reject });
    });
}

const signers = new WeakMap<Supabase, ReturnType<typeof createSigner>>();

function signerOf(supabase: Supabase) {
  const known = signers.get(supabase);
  if (known) return known;
  const signer = createSigner(async (paths) => {
    const { data, error } = await supabase.storage.from(MEDIA_BUCKET).createSignedUrls(paths, SIGNED_FOR_SECONDS);
    if (error) throw error;
    return new Map(data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl] as const] : [])));
  });
  signers.set(supabase, signer);
  return signer;
}

/**
 * The address to load a file of the media bucket from, renewed before it runs out while it is shown; null when there is
 * no such file.
 */
export function mediaUrlQuery(supabase: Supabase, path: string) {
  return queryOptions({
    queryKey: ['media-url', path],
    queryFn: () => signerOf(supabase)(path),
    staleTime: RENEW_AFTER_MS,
    gcTime: RENEW_AFTER_MS,
    refetchInterval: RENEW_AFTER_MS,
  });
}
