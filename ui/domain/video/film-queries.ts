import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { mediaUrlQuery } from '@/domain/media/media-url.ts';
import { PREVIEW_SCALE } from '@/domain/video/film-player.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { CallAgent } from '@/lib/agent.ts';
import type { Supabase } from '@/lib/supabase.ts';
import { pathTo } from '../../../shared/api/operation.ts';
import { videoApi } from '../../../shared/api/video.ts';
import type { PlannedFilm, VideoRequest } from '../../../shared/video/making.ts';
import { frameScale } from '../../../shared/video/moving-picture.ts';

export type ShownFilm = PlannedFilm & { bitmaps: ReadonlyMap<string, ImageBitmap> };

/** The scenes of a post's video with their pictures, as it would be made now. `version`: when the post was saved. */
export function filmQuery(
  { agent, supabase }: { agent: CallAgent; supabase: Supabase },
  { id, version, request }: { id: string; version: string; request: VideoRequest },
) {
  return queryOptions({
    queryKey: ['film', id, version, request],
    queryFn: async ({ client, signal }): Promise<ShownFilm> => {
      const path = pathTo(videoApi.planVideo, { params: { id } });
      // Not parsed: the agent has already validated it, and it is too large to validate twice.
      const planned: PlannedFilm = await (await agent(path, { body: request, signal })).json();
      const { pictures } = planned.film;
      const loaded = await Promise.all(pictures.map((key) => loadPicture(client, supabase, key, signal)));
      const bitmaps = pictures.flatMap((key, index) => (loaded[index] ? [[key, loaded[index]] as const] : []));
      return { ...planned, bitmaps: new Map(bitmaps) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** The voices that are available here. */
export function voicesQuery(agent: CallAgent) {
  return queryOptions({
    queryKey: ['video-voices'],
    queryFn: ({ signal }) => askAgent(agent, videoApi.listVoices, {}, signal),
    staleTime: 60_000,
    retry: false,
  });
}

const pictureKey = (path: string) => ['film-picture', path];
/** How long pictures are cached, in milliseconds: another design uses the same ones. */
const PICTURE_KEPT_MS = 5 * 60_000;

/** A picture in the preview's size; null if it cannot be read, which making the video explains. */
async function loadPicture(client: QueryClient, supabase: Supabase, path: string, signal: AbortSignal) {
  try {
    return await client.fetchQuery({
      queryKey: pictureKey(path),
      queryFn: async () => {
        const url = await client.fetchQuery(mediaUrlQuery(supabase, path));
        const answer = url ? await fetch(url, { signal }) : null;
        return answer?.ok ? await scaled(await answer.blob()) : null;
      },
      retry: false,
      staleTime: PICTURE_KEPT_MS,
      gcTime: PICTURE_KEPT_MS,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** Decodes and scales off the main thread. */
async function scaled(picture: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(picture);
  const scale = frameScale(whole, PREVIEW_SCALE);
  if (scale >= 1) return whole;
  const resizeWidth = Math.ceil(whole.width * scale);
  const resizeHeight = Math.ceil(whole.height * scale);
  whole.close();
  return createImageBitmap(picture, { resizeWidth, resizeHeight, resizeQuality: 'high' });
}
