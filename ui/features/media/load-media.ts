import type { Supabase } from '@/lib/supabase.ts';
import type { MediaFilesRow } from '../../../shared/database.ts';
import { MEDIA_BUCKET } from '../../../shared/media-bucket.ts';

/** How many files the library shows at most. */
const SHOWN_FILES = 60;
/** How long the addresses of the private bucket's files are good for, in seconds. */
export const SIGNED_FOR_SECONDS = 3600;

/** A file of the library with an address that opens it; null where there is none (a file deleted meanwhile). */
export type MediaFile = MediaFilesRow & { url: string | null };

/** The newest files, and how many there are in all. Throws what Supabase answers. */
export async function loadMedia(supabase: Supabase): Promise<{ files: MediaFile[]; count: number }> {
  const { data, count, error } = await supabase
    .from('media_files')
    .select('*', { count: 'exact' })
    .order('created_at', { ascending: false })
    .limit(SHOWN_FILES);
  if (error) throw error;
  if (data.length === 0) return { files: [], count: 0 };

  const signed = await supabase.storage.from(MEDIA_BUCKET).createSignedUrls(
    data.map((file) => file.path),
    SIGNED_FOR_SECONDS,
  );
  if (signed.error) throw signed.error;
  const urls = new Map(signed.data.map(({ path, signedUrl }) => [path, signedUrl]));
  return { files: data.map((file) => ({ ...file, url: urls.get(file.path) || null })), count: count ?? data.length };
}
