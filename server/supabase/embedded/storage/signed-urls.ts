import { z } from 'zod';
import type { SqlClient } from '../../sql/client.ts';
import { sql } from '../../sql/template.ts';
import { asCaller, type StorageCaller } from './caller.ts';
import { type Place, readable } from './objects.ts';
import type { StorageSigner } from './sign.ts';

const seconds = z.number().int().min(1);

export const signSchema = z.object({ expiresIn: seconds });
export const signManySchema = z.object({ expiresIn: seconds, paths: z.array(z.string()).min(1) });

/** The hosted project's message for a path that cannot be signed. */
const NOT_SIGNED = 'Either the object does not exist or you do not have access to it';

/** Signs a URL for an object that the caller may read. StorageError 404. */
export async function signOne(
  database: SqlClient,
  signer: StorageSigner,
  caller: StorageCaller,
  { bucket, key }: Place,
  { expiresIn }: z.output<typeof signSchema>,
): Promise<object> {
  await readable(database, caller, { bucket, key });
  return { signedURL: await signer.downloadUrl(bucket, key, expiresIn, caller) };
}

/**
 * Signs URLs for several objects of a bucket, in the order of `paths`. For an object that the caller may not read,
 * `signedURL` is null and `error` has the reason.
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
