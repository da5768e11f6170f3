import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/lib/supabase.ts';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';

/**
 * How long a signed URL of the private bucket is valid, in seconds, and when a new one is requested, in milliseconds.
 */
const SIGNED_FOR_SECONDS = 3600;
const RENEW_AFTER_MS = 50 * 60 * 1000;

type Waiting = { path: string; resolve: (url: string | null) => void; reject: (error: unknown) => void };

/**
 * Batches the paths requested within one turn of the event loop into one call of `sign`; resolves to null for a path
 * that `sign` does not return.
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
 * The URL of a file in the media bucket, renewed before it expires while it is in use; null if there is no such file.
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
