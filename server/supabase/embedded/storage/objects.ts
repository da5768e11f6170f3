import type { SqlClient } from '../../sql/client.ts';
import { sql } from '../../sql/template.ts';
import { asCaller, type StorageCaller } from './caller.ts';
import type { LooseFiles } from './loose-files.ts';
import { findObject, isoTime, knownTime, type ObjectRow } from './rows.ts';

export type Place = { bucket: string; key: string };

/** Finds an object as `caller`, with the policies applied. StorageError 404. */
export function readable(database: SqlClient, caller: StorageCaller, { bucket, key }: Place): Promise<ObjectRow> {
  return asCaller(database, caller, (as) => findObject(as, bucket, key));
}

/** The answer of `info`; storage-js converts the keys to camel case. Sizes are bytes. */
export function describeObject({
  id,
  bucket_id,
  name,
  version,
  metadata,
  user_metadata,
  created_at,
}: ObjectRow): object {
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.size,
    content_type: metadata?.mimetype,
    cache_control: metadata?.cacheControl,
    etag: metadata?.eTag,
    metadata: user_metadata ?? {},
    last_modified: knownTime(metadata?.lastModified),
    created_at: isoTime(created_at),
  };
}

/** Removes those of `keys` that the caller may remove, and returns their rows. */
export async function removeObjects(
  database: SqlClient,
  files: LooseFiles,
  caller: StorageCaller,
  bucket: string,
  keys: readonly string[],
): Promise<object[]> {
  const removed = await asCaller(database, caller, (as) =>
    as.rows<ObjectRow>(sql`
      delete from storage.objects where bucket_id = ${bucket} and name = any(${keys}::text[])
      returning id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at`),
  );
  await files.discard(removed.map(({ version }) => version));
  return removed.map((row) => ({
    ...row,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    last_accessed_at: isoTime(row.last_accessed_at),
  }));
}
