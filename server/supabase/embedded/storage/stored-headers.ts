import type { ObjectRow } from './rows.ts';

const VALUE_MAX_LENGTH = 255;
/** Characters that are safe in a header for every client: printable ASCII. */
const PRINTED = /^[\x20-\x7e]+$/;
/** Type, subtype and parameters (RFC 9110, section 8.3.1). */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;.*)?$/;
/** The media type of an object without a valid one. */
const UNKNOWN_TYPE = 'application/octet-stream';

export function isMediaType(value: string): boolean {
  return isHeader(value) && MEDIA_TYPE.test(value);
}

/** Checks only the characters and length, not the directives. */
export function isCacheControl(value: string): boolean {
  return isHeader(value);
}

function isHeader(value: unknown): value is string {
  return typeof value === 'string' && value.length <= VALUE_MAX_LENGTH && PRINTED.test(value);
}

/**
 * The headers of a stored file. Metadata that no header can hold, stored by an older version or another program, is
 * left out, so that the file can still be downloaded.
 */
export function storedHeaders({ metadata }: ObjectRow): Headers {
  const { mimetype, cacheControl, eTag, lastModified } = metadata ?? {};
  const headers = new Headers({
    'content-type': isHeader(mimetype) && isMediaType(mimetype) ? mimetype : UNKNOWN_TYPE,
    'cache-control': isHeader(cacheControl) ? cacheControl : 'no-cache',
    'accept-ranges': 'bytes',
  });
  if (isHeader(eTag)) headers.set('etag', eTag);
  const changed = new Date(lastModified ?? Number.NaN);
  if (!Number.isNaN(changed.getTime())) headers.set('last-modified', changed.toUTCString());
  return headers;
}
