import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalidRequest, StorageError } from './error.ts';
import { isCacheControl, isMediaType } from './stored-headers.ts';

const DEFAULT_TYPE = 'application/octet-stream';
/** Besides the file, a form has fields for the cache time and metadata. */
const FORM_LIMITS = { files: 1, fields: 20, fieldSize: 1024 * 1024 };

export type UploadDetails = { cacheControl: string; userMetadata: Record<string, unknown> | null };

/** A file that is being uploaded. */
export type UploadBody = {
  mimetype: string;
  bytes: Readable;
  /** The file's details. Call it once `bytes` has been read, because in a form they may follow the file. */
  details(): Promise<UploadDetails>;
};

/**
 * Opens the uploaded file of a request: its body, or the file of a form (whose field has an empty name when storage-js
 * runs in a browser). Nothing is buffered: bytes are read from the socket on demand. StorageError 400 when a form has
 * no file, 415 for an invalid media type.
 */
export function openUpload(request: Request): Promise<UploadBody> {
  const type = request.headers.get('content-type') ?? DEFAULT_TYPE;
  const body = request.body ? Readable.fromWeb(request.body as NodeReadableStream) : Readable.from([]);
  return type.startsWith('multipart/form-data') ? openForm(body, type) : openRaw(body, type, request.headers);
}

async function openRaw(bytes: Readable, mimetype: string, headers: Headers): Promise<UploadBody> {
  checkMediaType(mimetype);
  const metadata = headers.get('x-metadata');
  const userMetadata = metadata ? parseMetadata(Buffer.from(metadata, 'base64').toString('utf8')) : null;
  const cacheControl = checkedCacheControl(headers.get('cache-control') ?? 'no-cache');
  return { mimetype, bytes, details: async () => ({ cacheControl, userMetadata }) };
}

async function openForm(body: Readable, type: string): Promise<UploadBody> {
  const parser = formParser(type);
  const fields = new Map<string, string>();
  parser.on('field', (name, value) => fields.set(name, value));
  const stop = new AbortController();
  const parsed = pipeline(body, parser, { signal: stop.signal });

  return new Promise<UploadBody>((resolve, reject) => {
    parser.once('file', (_field, bytes, _filename, _encoding, mimetype) => {
      parsed.catch((error: Error) => bytes.destroy(error));
      // If the file's consumer stops early, so does the parsing; the mount discards the rest of the request.
      bytes.once('close', () => bytes.readableEnded || stop.abort());
      if (!isMediaType(mimetype)) {
        bytes.destroy();
        reject(unknownType());
      }
      resolve({ mimetype, bytes, details: () => parsed.then(() => formDetails(fields)) });
    });
    parsed.then(
      () => reject(invalidRequest('No content provided')),
      () => reject(invalidRequest('The form is broken off or malformed')),
    );
  });
}

function formParser(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: FORM_LIMITS });
  } catch {
    throw invalidRequest('The form has no boundary');
  }
}

function formDetails(fields: ReadonlyMap<string, string>): UploadDetails {
  const seconds = fields.get('cacheControl');
  const metadata = fields.get('metadata');
  return {
    cacheControl: checkedCacheControl(seconds ? `max-age=${seconds}` : 'no-cache'),
    userMetadata: metadata ? parseMetadata(metadata) : null,
  };
}

/** Checked because it is sent as a header whenever the file is downloaded. */
function checkedCacheControl(value: string): string {
  if (isCacheControl(value)) return value;
  throw invalidRequest('The cache time must be a number of seconds');
}

function checkMediaType(value: string): void {
  if (!isMediaType(value)) throw unknownType();
}

function unknownType(): StorageError {
  return new StorageError(415, 'invalid_mime_type', 'The type of the file is not one of MIME, such as image/png');
}

function parseMetadata(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw invalidRequest('The metadata must be a JSON object');
}
