import { randomUUID } from 'node:crypto';
import type { OutgoingMedia } from '../../publisher.ts';

/** The time limit of an upload: a minimum, plus time for large files at this speed, up to a maximum. */
const UPLOAD_BASE_MS = 60_000;
const UPLOAD_BYTES_PER_MS = 64;
const UPLOAD_MAX_MS = 30 * 60_000;

/** File extensions that differ from the subtype of their MIME type. */
const ENDINGS: { [type: string]: string } = { jpeg: 'jpg', quicktime: 'mov' };

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** How long a platform may take to answer an upload of this size. */
export function uploadLimitMs(size: number): number {
  return Math.min(UPLOAD_BASE_MS + Math.ceil(size / UPLOAD_BYTES_PER_MS), UPLOAD_MAX_MS);
}

/** A multipart form as a stream of known length: `fields`, then the file as `name`. */
export async function uploadForm(media: OutgoingMedia, name: string, fields: { [field: string]: string }) {
  return await filesForm([{ name, media }], fields);
}

/** The same with several files, which are all opened before anything is sent. */
export async function filesForm(
  files: readonly { name: string; media: Pick<OutgoingMedia, 'mimeType' | 'size' | 'open'> }[],
  fields: { [field: string]: string },
) {
  const boundary = `----local-agent-${randomUUID()}`;
  const field = (of: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${of}"${more}`;
  const texts = Object.entries(fields).map(([of, text]) => `${field(of)}\r\n\r\n${text}\r\n`);
  const heads = files.map(({ name, media: { mimeType } }, index) => {
    const type = MIME_TYPE.test(mimeType) ? mimeType : 'application/octet-stream';
    const [, kind = ''] = type.split('/');
    const file = field(name, `; filename="media.${ENDINGS[kind] ?? kind}"\r\nContent-Type: ${type}`);
    return Buffer.from(`${index === 0 ? texts.join('') : '\r\n'}${file}\r\n\r\n`);
  });
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const size = files.reduce((sum, { media }) => sum + media.size, 0);
  return {
    body: joined(heads, await openAll(files.map(({ media }) => media)), tail),
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(heads.reduce((sum, head) => sum + head.byteLength, tail.byteLength) + size),
  };
}

type Files = ReadableStream<Uint8Array>[];

async function openAll(files: readonly Pick<OutgoingMedia, 'open'>[]): Promise<Files> {
  const opened: Files = [];
  try {
    for (const { open } of files) opened.push(await open());
    return opened;
  } catch (error) {
    await Promise.all(opened.map((file) => file.cancel()));
    throw error;
  }
}

/** Each file after its head, then the tail. */
function joined(heads: readonly Uint8Array[], files: Files, tail: Uint8Array): ReadableStream<Uint8Array> {
  const readers = files.map((file) => file.getReader());
  let place = -1;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = (await readers[place]?.read()) ?? { done: true };
        if (!done) return controller.enqueue(value);
        place += 1;
        controller.enqueue(heads[place] ?? tail);
        if (place === heads.length) controller.close();
      },
      async cancel(reason) {
        await Promise.all(readers.slice(Math.max(place, 0)).map((reader) => reader.cancel(reason)));
      },
    },
    { highWaterMark: 0 },
  );
}
