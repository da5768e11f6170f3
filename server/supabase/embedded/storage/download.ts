import { Readable } from 'node:stream';
import type { LooseFiles } from './loose-files.ts';
import type { ObjectRow } from './rows.ts';
import { storedHeaders } from './stored-headers.ts';

/**
 * Sends the object that `find` returns: all its bytes, the requested range (206, or 416 with the size), or 304 when the
 * client has it already. `?download` makes it an attachment, with the object's name or the given one. StorageError 404
 * when the file is missing.
 */
export async function sendObject(
  files: LooseFiles,
  request: Request,
  find: () => Promise<ObjectRow>,
): Promise<Response> {
  const { object, opened } = await files.current(find, async (row) => ({
    object: row,
    opened: isFresh(request.headers, row.metadata?.eTag) ? null : await files.open(row.version),
  }));
  const headers = objectHeaders(object, new URL(request.url).searchParams.get('download'));
  if (!opened) return new Response(null, { status: 304, headers });
  const { file, size } = opened;
  const range = rangeOf(request.headers, object.metadata?.eTag, size);
  if (range === 'unsatisfiable' || request.method === 'HEAD' || size === 0) await file.close();
  if (range === 'unsatisfiable') {
    const refusal = { statusCode: '416', error: 'InvalidRange', message: 'The requested range is not satisfiable' };
    return Response.json(refusal, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  }
  headers.set('content-length', String(range ? range.end - range.start + 1 : size));
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const bytes = Readable.toWeb(file.createReadStream({ ...range })) as ReadableStream;
  return new Response(bytes, { status, headers });
}

function objectHeaders(object: ObjectRow, download: string | null): Headers {
  const { name } = object;
  const headers = storedHeaders(object);
  if (download !== null) headers.set('content-disposition', attachment(download || (name.split('/').at(-1) ?? name)));
  return headers;
}

/** Longer names are cut: browsers and file systems would do so anyway. */
const NAME_MAX_LENGTH = 255;

/** RFC 6266. The name is percent-encoded, so that it cannot break out of the header. */
function attachment(name: string): string {
  const short = name.slice(0, NAME_MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
  const encoded = encodeURIComponent(short).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`;
}

function isFresh(headers: Headers, eTag: string | undefined): boolean {
  const known = headers.get('if-none-match');
  return known !== null && (known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === eTag));
}

function rangeOf(headers: Headers, eTag: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const onlyIf = headers.get('if-range');
  return onlyIf === null || onlyIf === eTag ? parseRange(headers.get('range'), size) : null;
}

/** First and last byte, both included. */
type ByteRange = { start: number; end: number };

/**
 * Parses a Range header for a body of `size` bytes. Null means the whole body; RFC 9110 also allows that for a
 * malformed header or several ranges.
 */
function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/);
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
