import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { ApiError, type UploadedFile } from './world.ts';

const BODY_MAX = 1024 * 1024;
const BEGINNING_MAX = 64;

export type Body = { params: Record<string, unknown>; file: UploadedFile | null };

/** Reads JSON, a form, or a form with a file, of which only the beginning, the length and the hash are kept. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) return await readForm(request, type);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > BODY_MAX) throw new ApiError(413, 'Payload Too Large');
    pieces.push(piece);
  }
  const text = Buffer.concat(pieces).toString();
  if (text === '') return { params: {}, file: null };
  if (!type.startsWith('application/json')) return { params: paramsOf(new URLSearchParams(text)), file: null };
  try {
    return { params: JSON.parse(text), file: null };
  } catch {
    throw new ApiError(400, 'There was a problem parsing the JSON you submitted');
  }
}

/** As Rails reads them: `media_ids[]` is a list named `media_ids`. */
export function paramsOf(query: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => (name.endsWith('[]') ? [name.slice(0, -2), query.getAll(name)] : [name, query.get(name)])),
  );
}

async function readForm(request: IncomingMessage, type: string): Promise<Body> {
  const params: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  const busboy = new Busboy({ headers: { 'content-type': type } });
  busboy.on('field', (name, value) => {
    params[name] = value;
  });
  busboy.on('file', (name, stream, _filename, _encoding, mimeType) => {
    const hash = createHash('sha256');
    let size = 0;
    let beginning = Buffer.alloc(0);
    stream.on('data', (piece: Buffer) => {
      hash.update(piece);
      size += piece.byteLength;
      if (beginning.byteLength < BEGINNING_MAX)
        beginning = Buffer.concat([beginning, piece.subarray(0, BEGINNING_MAX)]);
    });
    stream.on('end', () => {
      if (name === 'file') file = { mimeType, size, sha256: hash.digest('hex'), beginning };
    });
  });
  await new Promise<void>((resolve, reject) => {
    busboy.on('finish', resolve);
    busboy.on('error', reject);
    request.on('error', reject);
    request.on('aborted', () => reject(new Error('The client broke off.')));
    request.pipe(busboy);
  });
  return { params, file };
}
