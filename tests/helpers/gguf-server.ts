import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ListedModel } from '../../server/features/ai/local/models.ts';
import { serve } from './loopback.ts';

/** A file that looks like a model unless it is loaded: the right header, then varying bytes. */
export function modelBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size, 0);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + (at >> 8)) & 0xff;
  bytes.write('GGUF');
  return bytes;
}

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** An entry of a list of models, for this file. */
export const listedModel = (id: string, title: string, file: Buffer, memoryBytes: number): ListedModel => ({
  id,
  title,
  publisher: 'Somebody',
  quantiser: null,
  licence: 'Apache 2.0',
  languages: 'English',
  repository: 'somebody/small',
  revision: 'main',
  file: 'small.gguf',
  bytes: file.length,
  sha256: sha256Of(file),
  memoryBytes,
});

/** How the server responds, starting with the next request. */
export type GgufBehaviour = {
  /** Closes the connection after this many bytes of a response; once for each number. */
  cuts: number[];
  /** Ignores ranges and sends everything. */
  refusesRanges: boolean;
  /** Sends this many bytes and then waits, for as long as the request is open. */
  holdsAfter: number | null;
  status: number | null;
  etag: string;
  /** Redirects, like Hugging Face, with the file's digest in a header. */
  linkedDigest: string | null;
  redirect: string | null;
};

const USUAL: GgufBehaviour = {
  cuts: [],
  refusesRanges: false,
  holdsAfter: null,
  status: null,
  etag: '"first"',
  linkedDigest: null,
  redirect: null,
};

export type GgufServer = {
  origin: string;
  /** The Range header of each request for the file so far; null without one. */
  ranges: (string | null)[];
  play(behaviour?: Partial<GgufBehaviour>): void;
  /** From now on, serves another file. */
  serve(file: Buffer): void;
  close(): Promise<void>;
};

/** Serves one file under every path below /models, on loopback. */
export async function startGgufServer(first: Buffer): Promise<GgufServer> {
  let file = first;
  let behaviour = USUAL;
  const ranges: (string | null)[] = [];

  const sendFile = (request: IncomingMessage, response: ServerResponse) => {
    ranges.push(request.headers.range ?? null);
    const { refusesRanges, etag, cuts, holdsAfter, status } = behaviour;
    if (status !== null) return response.writeHead(status).end();
    const isSame = [undefined, etag].includes(request.headers['if-range'] as string | undefined);
    const from = refusesRanges || !isSame ? 0 : Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from >= file.length) return response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      'content-length': file.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
    });
    const until = cuts.shift() ?? holdsAfter;
    if (until === null || until === undefined) return response.end(file.subarray(from));
    return response.write(file.subarray(from, from + until), () => {
      if (holdsAfter === null) response.destroy();
    });
  };

  const { origin, close } = await serve((request, response) => {
    const { redirect, linkedDigest } = behaviour;
    if (request.url?.startsWith('/file')) return sendFile(request, response);
    const headers = { location: redirect ?? '/file', ...(linkedDigest && { 'x-linked-etag': `"${linkedDigest}"` }) };
    return response.writeHead(302, headers).end();
  });
  return {
    origin,
    ranges,
    play(changes = {}) {
      behaviour = { ...USUAL, ...changes };
    },
    serve(next) {
      file = next;
    },
    close,
  };
}
