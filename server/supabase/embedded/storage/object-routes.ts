import { z } from 'zod';
import type { SqlClient } from '../sql/client.ts';
import type { StorageCaller } from './caller.ts';
import { sendObject } from './download.ts';
import { noBucket, noObject } from './error.ts';
import { checkKey } from './key.ts';
import { listFolder, listSchema } from './list.ts';
import { listPage, listV2Schema } from './list-v2.ts';
import type { LooseFiles } from './loose-files.ts';
import { copyObject, describeObject, moveObject, readable, removeObjects } from './objects.ts';
import { type Route, readJson, type StorageRequest } from './routing.ts';
import { findBucket, findObject, isoTime } from './rows.ts';
import type { StorageSigner } from './sign.ts';
import { noTransformation, signMany, signManySchema, signOne, signSchema, signUpload } from './signed-urls.ts';
import { mayUpload, receive } from './upload.ts';

const removeSchema = z.object({ prefixes: z.array(z.string()).min(1) });
const relocateSchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
});

/**
 * /object: uploads, downloads, signed addresses, listings, moving and removing. Fixed words stand before buckets, as in
 * a hosted project.
 */
export function objectRoutes(database: SqlClient, files: LooseFiles, signer: StorageSigner): Route[] {
  const upserts = ({ request }: StorageRequest) => request.headers.get('x-upsert') === 'true';

  const relocation = async ({ request, caller }: StorageRequest) => {
    const { bucketId, sourceKey, destinationBucket, destinationKey } = await readJson(request, relocateSchema);
    const from = { bucket: bucketId, key: checkKey(sourceKey) };
    return {
      caller: await caller(),
      from,
      to: { bucket: destinationBucket ?? bucketId, key: checkKey(destinationKey) },
    };
  };

  const found = async ({ caller }: StorageRequest, bucket = '', key = '') =>
    readable(database, await caller(), { bucket, key: checkKey(key) });

  const foundPublic = async (_ask: StorageRequest, bucket = '', key = '') => {
    checkKey(key);
    if (!(await findBucket(database, bucket)).public) throw noBucket();
    return findObject(database, bucket, key);
  };

  const send =
    (find: typeof found): Route['run'] =>
    async (ask, ...place) =>
      sendObject(files, ask.request, () => find(ask, ...place));

  const inform =
    (find: typeof found): Route['run'] =>
    async (ask, ...place) =>
      Response.json(describeObject(await find(ask, ...place)));

  const upload = async (ask: StorageRequest, upsert: boolean, bucket: string, key: string) => {
    const caller: StorageCaller = await ask.caller();
    const target = { bucket, key: checkKey(key), ownerId: caller.userId, upsert };
    await mayUpload(database, caller, target);
    return receive(database, files, ask.request, target);
  };

  const refuseTransformation: Route['run'] = async () => {
    throw noTransformation();
  };

  return [
    { method: 'GET', path: '/render/image/*', run: refuseTransformation },
    { method: 'GET', path: '/object/public/:bucket/*', run: send(foundPublic) },
    {
      method: 'GET',
      path: '/object/sign/:bucket/*',
      async run({ request, url }, bucket = '', key = '') {
        const by = await signer.checkDownload(bucket, checkKey(key), url.searchParams.get('token'));
        return sendObject(files, request, () => readable(database, by, { bucket, key }));
      },
    },
    { method: 'GET', path: '/object/authenticated/:bucket/*', run: send(found) },
    { method: 'GET', path: '/object/info/public/:bucket/*', run: inform(foundPublic) },
    { method: 'GET', path: '/object/info/authenticated/:bucket/*', run: inform(found) },
    { method: 'GET', path: '/object/info/:bucket/*', run: inform(found) },
    { method: 'GET', path: '/object/:bucket/*', run: send(found) },
    {
      method: 'POST',
      path: '/object/list/:bucket',
      run: async ({ request, caller }, bucket = '') =>
        Response.json(await listFolder(database, await caller(), bucket, await readJson(request, listSchema))),
    },
    {
      method: 'POST',
      path: '/object/list-v2/:bucket',
      run: async ({ request, caller }, bucket = '') =>
        Response.json(await listPage(database, await caller(), bucket, await readJson(request, listV2Schema))),
    },
    {
      method: 'POST',
      path: '/object/move',
      async run(ask) {
        const { caller, from, to } = await relocation(ask);
        const { id } = await moveObject(database, caller, from, to);
        return Response.json({ message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.key}` });
      },
    },
    {
      method: 'POST',
      path: '/object/copy',
      async run(ask) {
        const { caller, from, to } = await relocation(ask);
        const target = { ...to, ownerId: caller.userId, upsert: false };
        const copy = await copyObject(database, files, caller, from, target);
        return Response.json({
          Id: copy.id,
          Key: `${to.bucket}/${to.key}`,
          name: copy.name,
          created_at: isoTime(copy.created_at),
        });
      },
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
      path: '/object/upload/sign/:bucket/*',
      run: async (ask, bucket = '', key = '') =>
        Response.json(await signUpload(database, signer, await ask.caller(), { bucket, key }, upserts(ask))),
    },
    {
      method: 'PUT',
      path: '/object/upload/sign/:bucket/*',
      async run({ request, url }, bucket = '', key = '') {
        const { caller, upsert } = await signer.checkUpload(bucket, checkKey(key), url.searchParams.get('token'));
        const target = { bucket, key, ownerId: caller.userId, upsert };
        await mayUpload(database, caller, target);
        return receive(database, files, request, target);
      },
    },
    {
      method: 'POST',
      path: '/object/:bucket/*',
      run: (ask, bucket = '', key = '') => upload(ask, upserts(ask), bucket, key),
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
    {
      method: 'DELETE',
      path: '/object/:bucket/*',
      async run({ caller }, bucket = '', key = '') {
        const removed = await removeObjects(database, files, await caller(), bucket, [checkKey(key)]);
        if (removed.length === 0) throw noObject();
        return Response.json({ message: 'Successfully deleted' });
      },
    },
  ];
}
