import type { ObjectRow } from './rows.ts';

const VALUE_MAX_LENGTH = 255;
/** What a header may hold and every program reads alike: ASCII that is printed. */
const PRINTED = /^[\x20-\x7e]+$/;
/** A type, a subtype, and parameters (RFC 9110, section 8.3.1). */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;.*)?$/;
/** What Postgres writes for an object of which nothing is known. */
const UNKNOWN_TYPE = 'application/octet-stream';

export function isMediaType(value: string): boolean {
  return isHeader(value) && MEDIA_TYPE.test(value);
}

/** Directives of Cache-Control, roughly. */
export function isCacheControl(value: string): boolean {
  return isHeader(value);
}

function isHeader(value: unknown): value is string {
  return typeof value === 'string' && value.length <= VALUE_MAX_LENGTH && PRINTED.test(value);
}

/**
 * The headers of a stored file. What was stored before it was checked, or by another program, is left out: a file whose
 * description no header can hold is still a file.
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
