import { bucketQuerySchema, changedBucketSchema, newBucketSchema, type storageBuckets } from './buckets.ts';
import { check, type Route, readJson } from './routing.ts';

/** /bucket: list, get, create, update, empty and delete, for the service key. */
export function bucketRoutes(buckets: ReturnType<typeof storageBuckets>): Route[] {
  return [
    {
      method: 'GET',
      path: '/bucket',
      run: async ({ caller, url }) =>
        Response.json(
          await buckets.list(await caller(), check(Object.fromEntries(url.searchParams), bucketQuerySchema)),
        ),
    },
    {
      method: 'POST',
      path: '/bucket',
      run: async ({ request, caller }) =>
        Response.json(await buckets.create(await caller(), await readJson(request, newBucketSchema))),
    },
    {
      method: 'GET',
      path: '/bucket/:id',
      run: async ({ caller }, id = '') => Response.json(await buckets.get(await caller(), id)),
    },
    {
      method: 'PUT',
      path: '/bucket/:id',
      async run({ request, caller }, id = '') {
        await buckets.update(await caller(), id, await readJson(request, changedBucketSchema));
        return Response.json({ message: 'Successfully updated' });
      },
    },
    {
      method: 'POST',
      path: '/bucket/:id/empty',
      async run({ caller }, id = '') {
        await buckets.empty(await caller(), id);
        return Response.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
      },
    },
    {
      method: 'DELETE',
      path: '/bucket/:id',
      async run({ caller }, id = '') {
        await buckets.remove(await caller(), id);
        return Response.json({ message: 'Successfully deleted' });
      },
    },
  ];
}
