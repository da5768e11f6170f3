import type { QueryClient } from '@tanstack/react-query';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import { replaceFile } from '@/domain/media/upload.ts';
import { shownFrame } from '@/domain/media/video-poster.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { UiConfig } from '../../../shared/agent/agent-api.ts';
import { mediaObjectUrl, posterPath } from '../../../shared/posts/media-bucket.ts';
import type { MediaItem } from '../../../shared/workspace/database.ts';

/** The frame of a video that was chosen to stand for it. */
export type Cover = { blob: Blob; atMs: number };

/** The frame that a video shows now. Throws where the browser cannot read it. */
export async function coverOf(video: HTMLVideoElement): Promise<Cover> {
  const blob = await shownFrame(video);
  if (!blob) throw new Error('The browser drew no picture.');
  return { blob, atMs: Math.round(video.currentTime * 1000) };
}

/**
 * Stores the cover with the file, in place of the one before it, so that it also goes along when the video is picked
 * from the library again. Returns the post's item with it. Throws UploadError, or what Supabase answers.
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
  // Signed anew, the address is another one, and the browser does not show the picture that it has kept.
  await queries.invalidateQueries({ queryKey: mediaUrlQuery(supabase, path).queryKey });
  void queries.invalidateQueries({ queryKey: ['media'] });
  return { ...item, poster: { path, url: mediaObjectUrl(path) }, coverMs: atMs };
}
