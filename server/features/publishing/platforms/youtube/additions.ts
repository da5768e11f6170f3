import type { OptionValue } from '../../../../../shared/platforms/options.ts';
import { playlistId } from '../../../../../shared/platforms/youtube/options.ts';
import { toSrt } from '../../../../../shared/posts/video-captions.ts';
import type { OutgoingMedia } from '../../publisher.ts';
import { type Additions, blobOf, COVER, SUBTITLES } from '../kit/additions.ts';
import type { YouTubeApi } from './api.ts';

/**
 * Adds the cover and subtitles to a video; the cover replaces an existing one. An exhausted quota becomes a note, too.
 */
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

/**
 * Adds a video to a playlist of the channel, given by its id or address. This is not part of the upload, and repeating
 * the call would list the video twice. https://developers.google.com/youtube/v3/docs/playlistItems/insert
 */
export async function addToPlaylist(
  api: YouTubeApi,
  videoId: string,
  given: OptionValue | undefined,
  additions: Additions,
): Promise<void> {
  const id = typeof given === 'string' ? playlistId(given) : null;
  if (id === null) return;
  const resourceId = { kind: 'youtube#video', videoId };
  await additions.add(
    'The video',
    () =>
      api.send({
        step: 'add to playlist',
        url: api.method('playlistItems', { part: 'snippet' }),
        json: { snippet: { playlistId: id, resourceId } },
        isIrreversible: true,
      }),
    'may not be in the playlist',
  );
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
 * 409: the video already has them, from a call whose answer was lost.
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
