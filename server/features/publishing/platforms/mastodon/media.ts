import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type OutgoingMedia, PublishError } from '../../publisher.ts';
import { type MastodonApi, parsed, remoteIdSchema } from './api.ts';

/** An upload may take a minute, and longer for large files: as slow as this, and never longer than that. */
const UPLOAD_BASE_MS = 60_000;
const UPLOAD_BYTES_PER_MS = 64;
const UPLOAD_MAX_MS = 30 * 60_000;
/** The server is asked less and less often whether a video is ready, for ten minutes in all. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
const PROCESSING_LIMIT_MS = 10 * 60_000;

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

const mediaSchema = z.object({ id: remoteIdSchema, url: z.string().nullish() });

/**
 * Uploads a picture or video and returns its id once the server has processed it. Its bytes are passed on as they are
 * read. https://docs.joinmastodon.org/methods/media/
 */
export async function uploadMedia(api: MastodonApi, media: OutgoingMedia, name: string): Promise<string> {
  const { body, ...headers } = await multipart(media);
  const answer = await api.send({
    step: `upload ${name}`,
    method: 'POST',
    path: '/api/v2/media',
    headers,
    body,
    limitMs: Math.min(UPLOAD_BASE_MS + Math.ceil(media.size / UPLOAD_BYTES_PER_MS), UPLOAD_MAX_MS),
  });
  const { id, url } = parsed(mediaSchema, answer);
  if (answer.status === 202 || !url) await untilProcessed(api, id, name);
  return id;
}

async function untilProcessed(api: MastodonApi, id: string, name: string): Promise<void> {
  let wait = FIRST_WAIT_MS;
  for (let waited = 0; waited < PROCESSING_LIMIT_MS; waited += wait, wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    await api.calls.wait(wait);
    const answer = await api.send({ step: `wait for ${name}`, path: `/api/v1/media/${id}` }).catch((error: unknown) => {
      // The upload is there, and need not be sent again because of one answer.
      if (error instanceof PublishError && error.errorClass === 'transient') return null;
      throw error;
    });
    if (answer?.status === 200 && mediaSchema.safeParse(answer.json).data?.url) return;
  }
  const minutes = PROCESSING_LIMIT_MS / 60_000;
  throw new PublishError('transient', `The server did not finish processing ${name} within ${minutes} minutes.`);
}

/** The form of an upload as a stream of known length: `description`, which is the alt text, then `file`. */
async function multipart({ alt, mimeType, size, open }: OutgoingMedia) {
  const boundary = `----local-agent-${randomUUID()}`;
  const field = (name: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}`;
  const description = alt === '' ? '' : `${field('description')}\r\n\r\n${alt}\r\n`;
  const type = MIME_TYPE.test(mimeType) ? mimeType : 'application/octet-stream';
  const file = field('file', `; filename="media"\r\nContent-Type: ${type}`);
  const head = Buffer.from(`${description}${file}\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    body: joined(head, await open(), tail),
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(head.byteLength + size + tail.byteLength),
  };
}

function joined(head: Uint8Array, middle: ReadableStream<Uint8Array>, tail: Uint8Array): ReadableStream<Uint8Array> {
  const reader = middle.getReader();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(head),
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.enqueue(tail);
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
