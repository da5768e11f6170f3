import type { Session } from '../../sql/client.ts';
import { sql } from '../../sql/template.ts';
import { noBucket, noObject } from './error.ts';

/** A bucket's limits; the size is bytes. */
export type BucketRow = { file_size_limit: number | null; allowed_mime_types: string[] | null };

/** The metadata that storage records for a file, with hosted Supabase's names. Sizes are bytes. */
export type ObjectMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
};

/** Times are ISO 8601 with +00:00 (sql/pool.ts). */
export type ObjectRow = {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  version: string;
  /** May be null or have another shape if another program wrote it. */
  metadata: Partial<ObjectMetadata> | null;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
};

/** StorageError 404 when the bucket does not exist or is not visible to `database`. */
export async function findBucket(database: Session, id: string): Promise<BucketRow> {
  const [bucket] = await database.rows<BucketRow>(sql`
    select file_size_limit::float8, allowed_mime_types from storage.buckets where id = ${id}`);
  if (!bucket) throw noBucket();
  return bucket;
}

/** StorageError 404 when the object does not exist or is not visible to `database`. */
export async function findObject(database: Session, bucket: string, name: string): Promise<ObjectRow> {
  const [object] = await database.rows<ObjectRow>(sql`
    select id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at
    from storage.objects where bucket_id = ${bucket} and name = ${name}`);
  if (!object) throw noObject();
  return object;
}

/** Formats a time like hosted Supabase's storage: 2026-11-21T02:40:27.014Z. */
export function isoTime(time: string): string {
  return new Date(time).toISOString();
}

/** Formats a time with `isoTime`; null for an invalid one. */
export function knownTime(time: unknown): string | null {
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? isoTime(time) : null;
}
