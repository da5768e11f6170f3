import { randomUUID } from 'node:crypto';
import type { OutgoingMedia } from '../../publisher.ts';

/** The time limit of an upload: a minimum, plus time for large files at this speed, up to a maximum. */
const UPLOAD_BASE_MS = 60_000;
const UPLOAD_BYTES_PER_MS = 64;
const UPLOAD_MAX_MS = 30 * 60_000;

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** How long a platform may take to answer an upload of this size. */
export function uploadLimitMs(size: number): number {
  return Math.min(UPLOAD_BASE_MS + Math.ceil(size / UPLOAD_BYTES_PER_MS), UPLOAD_MAX_MS);
}

/** A multipart form as a stream of known length: `fields`, then the file as `name`. */
export async function uploadForm(
  { mimeType, size, open }: OutgoingMedia,
  name: string,
  fields: { [field: string]: string },
) {
  const boundary = `----local-agent-${randomUUID()}`;
  const field = (of: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${of}"${more}`;
  const texts = Object.entries(fields).map(([of, text]) => `${field(of)}\r\n\r\n${text}\r\n`);
  const type = MIME_TYPE.test(mimeType) ? mimeType : 'application/octet-stream';
  const file = field(name, `; filename="media"\r\nContent-Type: ${type}`);
  const head = Buffer.from(`${texts.join('')}${file}\r\n\r\n`);
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
