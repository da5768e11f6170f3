import type { SqlClient } from '../../sql/client.ts';
import { assignments, newRow, sql } from '../../sql/template.ts';
import { openUpload } from './body.ts';
import { probe, type StorageCaller } from './caller.ts';
import { duplicate, noBucket, StorageError, tooLarge } from './error.ts';
import type { LooseFiles } from './loose-files.ts';
import { type BucketRow, findBucket, type ObjectMetadata } from './rows.ts';

/** Largest object in bytes, also in a bucket without a limit. */
const OBJECT_MAX_BYTES = 1024 ** 3;
/** How much larger than its file a form may be, in bytes. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

export type Target = { bucket: string; key: string; ownerId: string | null; upsert: boolean };

/**
 * Throws Postgres' error if the policies forbid the caller to write `target`, or if its name is taken and `upsert` is
 * false. StorageError 404 when the bucket does not exist.
 */
export async function mayUpload(database: SqlClient, caller: StorageCaller, target: Target): Promise<void> {
  const { bucket, key, ownerId, upsert } = target;
  await findBucket(database, bucket);
  const replaced = sql`on conflict (bucket_id, name) do update
    set version = excluded.version, owner = excluded.owner, owner_id = excluded.owner_id`;
  await probe(database, caller, (as) =>
    as.run(sql`
      insert into storage.objects (bucket_id, name, owner, owner_id, version)
      values (${bucket}, ${key}, ${ownerId}, ${ownerId}, '1')
      ${upsert ? replaced : sql``}`),
  );
}

/**
 * Receives the file of a request whose sender may write `target`. The file is complete and on disk before its row is
 * written; the replaced file is kept until then. StorageError 413 and 415 by the bucket's limits, 507 when the disk is
 * full, 409 when the name is taken.
 */
export async function receive(
  database: SqlClient,
  files: LooseFiles,
  request: Request,
  target: Target,
): Promise<Response> {
  const bucket = await findBucket(database, target.bucket);
  const maxBytes = Math.min(bucket.file_size_limit ?? OBJECT_MAX_BYTES, OBJECT_MAX_BYTES);
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes + FORM_OVERHEAD_BYTES) throw tooLarge();
  await files.assertRoom(announced);
  const { mimetype, bytes, details } = await openUpload(request);
  try {
    checkType(bucket, mimetype);
    return await files.withNew(async (version) => {
      const size = await files.write(version, bytes, maxBytes);
      const { cacheControl, userMetadata } = await details();
      const metadata = describe(version, size, mimetype, cacheControl);
      const { id, replaced } = await record(database, target, version, metadata, userMetadata);
      if (replaced) await files.discard([replaced]);
      return Response.json({ Id: id, Key: `${target.bucket}/${target.key}` });
    });
  } catch (error) {
    bytes.destroy();
    throw error;
  }
}

function checkType({ allowed_mime_types: allowed }: BucketRow, mimetype: string): void {
  if (!allowed || allowed.length === 0) return;
  const type = mimetype.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const fits = (pattern: string) =>
    pattern === '*/*' || pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)));
  if (!allowed.some(fits)) throw new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`);
}

function describe(version: string, size: number, mimetype: string, cacheControl: string): ObjectMetadata {
  return {
    eTag: `"${version.replaceAll('-', '')}"`,
    size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

/** Inserts the object's row, or updates it to the new version and returns the replaced one. */
async function record(
  database: SqlClient,
  { bucket, key, ownerId, upsert }: Target,
  version: string,
  metadata: ObjectMetadata,
  userMetadata: Record<string, unknown> | null,
): Promise<{ id: string; replaced: string | null }> {
  const values = {
    version,
    owner: ownerId,
    owner_id: ownerId,
    metadata: JSON.stringify(metadata),
    user_metadata: userMetadata && JSON.stringify(userMetadata),
  };
  return database.transaction(async (as) => {
    const [created] = await as.rows<{ id: string }>(sql`
      insert into storage.objects ${newRow({ bucket_id: bucket, name: key, ...values })}
      on conflict (bucket_id, name) do nothing returning id`);
    if (created) return { id: created.id, replaced: null };
    if (!upsert) throw duplicate();
    const [old] = await as.rows<{ id: string; version: string }>(sql`
      select id, version from storage.objects where bucket_id = ${bucket} and name = ${key} for update`);
    if (!old) throw noBucket();
    await as.run(sql`update storage.objects set ${assignments(values)}, updated_at = now() where id = ${old.id}`);
    return { id: old.id, replaced: old.version };
  });
}
