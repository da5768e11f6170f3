import { z } from 'zod';
import type { SqlClient } from '../sql/client.ts';
import { sql } from '../sql/template.ts';
import { asCaller, type StorageCaller } from './caller.ts';
import { StorageError } from './error.ts';
import { checkKey } from './key.ts';
import { type Place, readable } from './objects.ts';
import type { StorageSigner } from './sign.ts';
import { mayUpload } from './upload.ts';

const seconds = z.number().int().min(1);

export const signSchema = z.object({ expiresIn: seconds, transform: z.unknown().optional() });
export const signManySchema = z.object({ expiresIn: seconds, paths: z.array(z.string()).min(1) });

/** Hosted words for a path among many that cannot be signed. */
const NOT_SIGNED = 'Either the object does not exist or you do not have access to it';

/** What is answered to somebody who asks for a resized picture. */
export function noTransformation(): StorageError {
  return new StorageError(
    400,
    'FeatureNotEnabled',
    'Image transformation is not available here. Ask for the object without a transformation.',
  );
}

/** An address for one object that the caller may read. StorageError 404. */
export async function signOne(
  database: SqlClient,
  signer: StorageSigner,
  caller: StorageCaller,
  { bucket, key }: Place,
  { expiresIn, transform }: z.output<typeof signSchema>,
): Promise<object> {
  if (transform) throw noTransformation();
  await readable(database, caller, { bucket, key });
  return { signedURL: await signer.downloadUrl(bucket, key, expiresIn, caller) };
}

/**
 * Addresses for many objects of a bucket, in the order asked for; `signedURL` is null, with the reason, for what the
 * caller may not read.
 */
export async function signMany(
  database: SqlClient,
  signer: StorageSigner,
  caller: StorageCaller,
  bucket: string,
  { expiresIn, paths }: z.output<typeof signManySchema>,
): Promise<object[]> {
  const rows = await asCaller(database, caller, (as) =>
    as.rows<{ name: string }>(sql`
      select name from storage.objects where bucket_id = ${bucket} and name = any(${paths}::text[])`),
  );
  const seen = new Set(rows.map(({ name }) => name));
  return Promise.all(
    paths.map(async (path) =>
      seen.has(path)
        ? { error: null, path, signedURL: await signer.downloadUrl(bucket, path, expiresIn, caller) }
        : { error: NOT_SIGNED, path, signedURL: null },
    ),
  );
}

/** An address to which anybody who has it may upload one object, for two hours, because the caller might. */
export async function signUpload(
  database: SqlClient,
  signer: StorageSigner,
  caller: StorageCaller,
  { bucket, key }: Place,
  upsert: boolean,
): Promise<object> {
  const target = { bucket, key: checkKey(key), ownerId: caller.userId, upsert };
  await mayUpload(database, caller, target);
  return signer.uploadUrl(bucket, key, { role: caller.role, userId: caller.userId, upsert });
}
