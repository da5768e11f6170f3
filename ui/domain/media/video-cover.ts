import type { QueryClient } from '@tanstack/react-query';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import { replaceFile } from '@/domain/media/upload.ts';
import { shownFrame } from '@/domain/media/video-poster.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { UiConfig } from '../../../shared/agent/agent-api.ts';
import { mediaObjectUrl, posterPath } from '../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';

/** The frame chosen as a video's cover. */
export type Cover = { blob: Blob; atMs: number };

/** The frame that a video currently shows. Throws if the browser cannot read it. */
export async function coverOf(video: HTMLVideoElement): Promise<Cover> {
  const blob = await shownFrame(video);
  if (!blob) throw new Error('The browser drew no picture.');
  return { blob, atMs: Math.round(video.currentTime * 1000) };
}

/**
 * Stores the cover as the file's poster, replacing the previous one, so that it is also used when the video is picked
 * from the library again. Returns the post's item with it. Throws UploadError or Supabase's error.
 */
export async function setCover(
  { supabase, config, queries }: { supabase: Supabase; config: UiConfig; queries: QueryClient },
  item: MediaItem,
  { blob, atMs }: Cover,
): Promise<MediaItem> {
  const path = posterPath(item.path);
  await replaceFile({ supabase, config }, new File([blob], 'poster.jpg', { type: blob.type }), path);
  await supabase
    .from('media_details')
    .upsert({ path: item.path, cover_ms: atMs }, { onConflict: 'path' })
    .throwOnError();
  // A newly signed URL is a different one, so the browser does not show the cached picture.
  await queries.invalidateQueries({ queryKey: mediaUrlQuery(supabase, path).queryKey });
  void queries.invalidateQueries({ queryKey: ['media'] });
  return { ...item, poster: { path, url: mediaObjectUrl(path) }, coverMs: atMs };
}
