import type { Session } from '../../sql/client.ts';
import { sql } from '../../sql/template.ts';
import { noBucket, noObject } from './error.ts';

/** A bucket's limits; the size is bytes. */
export type BucketRow = { file_size_limit: number | null; allowed_mime_types: string[] | null };

/** What storage notes of a file, under hosted Supabase's names. Sizes are bytes. */
export type ObjectMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
};

/** Times come as ISO 8601 text with +00:00 (sql/pool.ts). */
export type ObjectRow = {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  version: string;
  /** Null, or something else, where another program wrote it. */
  metadata: Partial<ObjectMetadata> | null;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
};

/** StorageError 404 when there is none, or none that `database` may see. */
export async function findBucket(database: Session, id: string): Promise<BucketRow> {
  const [bucket] = await database.rows<BucketRow>(sql`
    select file_size_limit::float8, allowed_mime_types from storage.buckets where id = ${id}`);
  if (!bucket) throw noBucket();
  return bucket;
}

/** StorageError 404 when there is none, or none that `database` may see. */
export async function findObject(database: Session, bucket: string, name: string): Promise<ObjectRow> {
  const [object] = await database.rows<ObjectRow>(sql`
    select id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at
    from storage.objects where bucket_id = ${bucket} and name = ${name}`);
  if (!object) throw noObject();
  return object;
}

/** The form in which hosted Supabase's storage writes times: 2026-11-21T02:40:27.014Z. */
export function isoTime(time: string): string {
  return new Date(time).toISOString();
}

/** A time as `isoTime` writes it; null when it is not valid. */
export function knownTime(time: unknown): string | null {
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? isoTime(time) : null;
}
