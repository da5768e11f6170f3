import { z } from 'zod';
import type { SqlClient } from '../../sql/client.ts';
import type { StorageCaller } from './caller.ts';
import { sendObject } from './download.ts';
import { checkKey } from './key.ts';
import { listFolder, listSchema } from './list.ts';
import type { LooseFiles } from './loose-files.ts';
import { describeObject, readable, removeObjects } from './objects.ts';
import { type Route, readJson, type StorageRequest } from './routing.ts';
import type { StorageSigner } from './sign.ts';
import { signMany, signManySchema, signOne, signSchema } from './signed-urls.ts';
import { mayUpload, receive } from './upload.ts';

const removeSchema = z.object({ prefixes: z.array(z.string()).min(1) });

/**
 * The routes of /object: uploads, downloads, signed URLs, listings and removal. Fixed paths come before buckets, as in
 * a hosted project. There are no routes for buckets, which migrations create, for moving or copying objects, or for
 * signed uploads.
 */
export function objectRoutes(database: SqlClient, files: LooseFiles, signer: StorageSigner): Route[] {
  const found = async ({ caller }: StorageRequest, bucket = '', key = '') =>
    readable(database, await caller(), { bucket, key: checkKey(key) });
  const download: Route['run'] = async (ask, ...place) => sendObject(files, ask.request, () => found(ask, ...place));

  const upload = async (ask: StorageRequest, upsert: boolean, bucket: string, key: string) => {
    const caller: StorageCaller = await ask.caller();
    const target = { bucket, key: checkKey(key), ownerId: caller.userId, upsert };
    await mayUpload(database, caller, target);
    return receive(database, files, ask.request, target);
  };

  return [
    {
      method: 'GET',
      path: '/object/sign/:bucket/*',
      async run({ request, url }, bucket = '', key = '') {
        const by = await signer.check(bucket, checkKey(key), url.searchParams.get('token'));
        return sendObject(files, request, () => readable(database, by, { bucket, key }));
      },
    },
    { method: 'GET', path: '/object/authenticated/:bucket/*', run: download },
    {
      method: 'GET',
      path: '/object/info/:bucket/*',
      run: async (ask, ...place) => Response.json(describeObject(await found(ask, ...place))),
    },
    { method: 'GET', path: '/object/:bucket/*', run: download },
    {
      method: 'POST',
      path: '/object/list/:bucket',
      run: async ({ request, caller }, bucket = '') =>
        Response.json(await listFolder(database, await caller(), bucket, await readJson(request, listSchema))),
    },
    {
      method: 'POST',
      path: '/object/sign/:bucket',
      run: async ({ request, caller }, bucket = '') =>
        Response.json(
          await signMany(database, signer, await caller(), bucket, await readJson(request, signManySchema)),
        ),
    },
    {
      method: 'POST',
      path: '/object/sign/:bucket/*',
      run: async ({ request, caller }, bucket = '', key = '') =>
        Response.json(
          await signOne(
            database,
            signer,
            await caller(),
            { bucket, key: checkKey(key) },
            await readJson(request, signSchema),
          ),
        ),
    },
    {
      method: 'POST',
      path: '/object/:bucket/*',
      run: (ask, bucket = '', key = '') => upload(ask, ask.request.headers.get('x-upsert') === 'true', bucket, key),
    },
    { method: 'PUT', path: '/object/:bucket/*', run: (ask, bucket = '', key = '') => upload(ask, true, bucket, key) },
    {
      method: 'DELETE',
      path: '/object/:bucket',
      async run({ request, caller }, bucket = '') {
        const { prefixes } = await readJson(request, removeSchema);
        return Response.json(await removeObjects(database, files, await caller(), bucket, prefixes));
      },
    },
  ];
}
