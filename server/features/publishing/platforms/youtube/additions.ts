import { toSrt } from '../../../../../shared/posts/video-captions.ts';
import type { OutgoingMedia } from '../../publisher.ts';
import { type Additions, blobOf, COVER, SUBTITLES } from '../kit/additions.ts';
import type { YouTubeApi } from './api.ts';

/** Gives a video its cover and subtitles, which replaces a cover that it has. A quota that is used up is a note too. */
export async function addToVideo(
  api: YouTubeApi,
  videoId: string,
  { cover, subtitles }: Pick<OutgoingMedia, 'cover' | 'subtitles'>,
  additions: Additions,
): Promise<void> {
  const picture = cover?.picture;
  if (picture) await additions.add(COVER, () => setThumbnail(api, videoId, picture));
  if (subtitles) await additions.add(SUBTITLES, () => insertCaptions(api, videoId, subtitles));
}

/** Channels without a verified phone number get 403. https://developers.google.com/youtube/v3/docs/thumbnails/set */
async function setThumbnail(api: YouTubeApi, videoId: string, picture: OutgoingMedia): Promise<void> {
  await api.send({
    step: 'set cover',
    method: 'POST',
    url: api.upload('thumbnails/set', { videoId, uploadType: 'media' }),
    headers: { 'content-type': picture.mimeType },
    body: new Uint8Array(await (await blobOf(picture)).arrayBuffer()),
  });
}

/**
 * 409: the video has them already, from a call whose answer was lost.
 * https://developers.google.com/youtube/v3/docs/captions/insert
 */
async function insertCaptions(
  api: YouTubeApi,
  videoId: string,
  { language, captions }: NonNullable<OutgoingMedia['subtitles']>,
): Promise<void> {
  const boundary = 'local-agent-captions';
  const resource = JSON.stringify({ snippet: { videoId, language, name: '' } });
  await api.send({
    step: 'add subtitles',
    method: 'POST',
    url: api.upload('captions', { uploadType: 'multipart', part: 'snippet' }),
    headers: { 'content-type': `multipart/related; boundary=${boundary}` },
    body: [
      `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${resource}\r\n`,
      `--${boundary}\r\nContent-Type: application/octet-stream\r\n\r\n${toSrt(captions)}\r\n--${boundary}--`,
    ].join(''),
    accepts: [409],
  });
}
