import type { SqlClient } from '../sql/client.ts';
import { newRow, sql } from '../sql/template.ts';
import { asCaller, type StorageCaller } from './caller.ts';
import { noObject } from './error.ts';
import type { LooseFiles } from './loose-files.ts';
import { findBucket, findObject, isoTime, knownTime, type ObjectRow } from './rows.ts';
import { mayUpload, type Target } from './upload.ts';

export type Place = { bucket: string; key: string };

/** The object that `caller` may read: any of a public bucket, otherwise what the policies show. StorageError 404. */
export async function readable(database: SqlClient, caller: StorageCaller, { bucket, key }: Place): Promise<ObjectRow> {
  const { public: isPublic } = await findBucket(database, bucket);
  return isPublic ? findObject(database, bucket, key) : asCaller(database, caller, (as) => findObject(as, bucket, key));
}

/** What `info` answers; storage-js turns the keys into camel case. Sizes are bytes. */
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

/** Removes those of `keys` that the caller may remove, and answers their rows. */
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

/**
 * Renames an object, also into another bucket. The file stays where it is. StorageError 404 when there is none, 409
 * when the new name is taken.
 */
export async function moveObject(
  database: SqlClient,
  caller: StorageCaller,
  from: Place,
  to: Place,
): Promise<{ id: string }> {
  const [moved] = await asCaller(database, caller, (as) =>
    as.rows<{ id: string }>(sql`
      update storage.objects set bucket_id = ${to.bucket}, name = ${to.key}, owner = ${caller.userId}, owner_id = ${caller.userId}, updated_at = now()
      where bucket_id = ${from.bucket} and name = ${from.key} returning id`),
  );
  if (!moved) throw noObject();
  return moved;
}

/** Copies an object the caller may read to where they may write. */
export async function copyObject(
  database: SqlClient,
  files: LooseFiles,
  caller: StorageCaller,
  from: Place,
  to: Target,
): Promise<ObjectRow> {
  const find = () => asCaller(database, caller, (as) => findObject(as, from.bucket, from.key));
  await find();
  await mayUpload(database, caller, to);
  await files.withNew(async (version) => {
    const source = await files.current(find, async (object) => {
      await files.copy(object.version, version);
      return object;
    });
    const owner = { owner: to.ownerId, owner_id: to.ownerId };
    const described = {
      metadata: JSON.stringify(source.metadata),
      user_metadata: source.user_metadata && JSON.stringify(source.user_metadata),
    };
    const row = { bucket_id: to.bucket, name: to.key, version, ...owner, ...described };
    await database.transaction((as) => as.run(sql`insert into storage.objects ${newRow(row)}`));
  });
  return findObject(database, to.bucket, to.key);
}
