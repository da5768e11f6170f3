import { z } from 'zod';
import { toVtt } from '../../../../../shared/posts/video-captions.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type OutgoingMedia, type OutgoingPost, PublishError } from '../../publisher.ts';
import { type Additions, SUBTITLES } from '../kit/additions.ts';
import type { Authorized } from './login.ts';
import * as records from './records.ts';
import { answerOf, methodUrl } from './xrpc.ts';

/** Time limit of an upload: a minute, plus the time for its size at 100 kB per second. */
const UPLOAD_MS = 60_000;
const UPLOAD_BYTES_PER_MS = 100;
/** The limit in the lexicon of videos. */
const SUBTITLES_MAX_BYTES = 20_000;

const uploadedSchema = z.object({ blob: records.blobSchema });

/**
 * Uploads a picture or video as a blob. Videos could also go through Bluesky's video service, which not all servers
 * support; all support blobs, and Bluesky processes the video once the post is published.
 */
export async function upload(
  media: Pick<OutgoingMedia, 'mimeType' | 'size' | 'open'>,
  step: string,
  account: Authorized,
  calls: PlatformCalls,
) {
  let close = async () => {};
  try {
    const answer = await account.send(async ({ pds }) => {
      await close();
      const source = (await media.open()).getReader();
      close = () => source.cancel().catch(() => {});
      return {
        step,
        method: 'POST',
        url: methodUrl(pds, 'com.atproto.repo.uploadBlob'),
        headers: { 'content-type': media.mimeType, 'content-length': String(media.size) },
        body: streamOf(source),
        limitMs: UPLOAD_MS + Math.ceil(media.size / UPLOAD_BYTES_PER_MS),
      };
    });
    return answerOf(answer, uploadedSchema, { now: calls.now() }).blob;
  } finally {
    // Node's fetch leaves the stream open if the answer arrives before the end of the upload.
    await close();
  }
}

/** A stream over a reader, so that its source can be closed while it is being sent. */
function streamOf(source: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => source.cancel(reason),
  });
}

/**
 * Uploads the subtitles of a post's video; null if it has none, or if that failed.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json
 */
export async function uploadSubtitles(
  { media: [video] }: OutgoingPost,
  account: Authorized,
  calls: PlatformCalls,
  additions: Additions,
): Promise<records.Caption | null> {
  const { subtitles } = video ?? {};
  if (!subtitles) return null;
  return await additions.add(SUBTITLES, async () => {
    const file = new Blob([toVtt(subtitles.captions)]);
    if (file.size > SUBTITLES_MAX_BYTES)
      throw new PublishError('rejected', 'Bluesky accepts no more than 20 kB of them.');
    const media = { mimeType: 'text/vtt', size: file.size, open: async () => file.stream() };
    return { lang: subtitles.language, file: await upload(media, 'upload subtitles', account, calls) };
  });
}

/** A post's link card with its uploaded picture, or without the picture if the server rejects it. */
export async function cardOf({ card }: OutgoingPost, account: Authorized, calls: PlatformCalls) {
  if (!card) return null;
  const blob =
    card.thumb && (await upload(card.thumb, 'upload the picture of the link', account, calls).catch(unlessRefused));
  return records.cardEmbed(card, blob);
}

function unlessRefused(error: unknown): null {
  if (error instanceof PublishError && error.errorClass === 'rejected') return null;
  throw error;
}
