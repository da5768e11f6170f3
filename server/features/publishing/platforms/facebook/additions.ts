import { toSrt } from '../../../../../shared/posts/video-captions.ts';
import type { OutgoingMedia } from '../../publisher.ts';
import { type Additions, blobOf, COVER, SUBTITLES } from '../kit/additions.ts';
import type { Graph } from '../meta/graph.ts';

/** Adds the cover and subtitles to a published video or reel. */
export async function addToVideo(
  graph: Graph,
  videoId: string,
  { cover, subtitles }: Pick<OutgoingMedia, 'cover' | 'subtitles'>,
  additions: Additions,
): Promise<void> {
  const picture = cover?.picture;
  if (picture) await additions.add(COVER, () => setThumbnail(graph, videoId, picture));
  if (subtitles) await additions.add(SUBTITLES, () => addCaptions(graph, videoId, subtitles));
}

/** https://developers.facebook.com/docs/graph-api/reference/video/thumbnails/ */
async function setThumbnail(graph: Graph, videoId: string, picture: OutgoingMedia): Promise<void> {
  const body = new FormData();
  body.set('is_preferred', 'true');
  body.set('source', await blobOf(picture), 'cover.jpg');
  await graph.send({ step: 'set cover', method: 'POST', path: `/${videoId}/thumbnails`, body });
}

/**
 * The file's name contains the locale: `name.en_US.srt`.
 * https://developers.facebook.com/docs/graph-api/reference/video/captions/
 */
async function addCaptions(
  graph: Graph,
  videoId: string,
  { language, captions }: NonNullable<OutgoingMedia['subtitles']>,
): Promise<void> {
  const { language: spoken, region } = new Intl.Locale(language).maximize();
  const body = new FormData();
  body.set('captions_file', new Blob([toSrt(captions)], { type: 'text/plain' }), `subtitles.${spoken}_${region}.srt`);
  await graph.send({ step: 'add subtitles', method: 'POST', path: `/${videoId}/captions`, body });
}
