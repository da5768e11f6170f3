import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestBackend, type TestBackend } from '../../../../helpers/embedded.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend?.close());

const storage = () => backend.connection.admin.storage;

it('a bucket is made, read, listed, changed, emptied and removed', async () => {
  const made = await storage().createBucket('films', { public: false, fileSizeLimit: '20MB' });
  expect(made).toMatchObject({ data: { name: 'films' }, error: null });
  expect((await storage().getBucket('films')).data).toMatchObject({
    id: 'films',
    name: 'films',
    public: false,
    file_size_limit: 20_000_000,
    allowed_mime_types: null,
    created_at: expect.stringMatching(/T.*Z$/),
  });
  expect((await storage().listBuckets()).data?.map(({ id }) => id)).toEqual(['films', 'media-assets']);
  const page = await storage().listBuckets({ search: 'FI', limit: 1, sortColumn: 'created_at', sortOrder: 'desc' });
  expect(page.data?.map(({ id }) => id)).toEqual(['films']);

  const change = { public: true, fileSizeLimit: null, allowedMimeTypes: ['text/plain'] };
  expect((await storage().updateBucket('films', change)).data?.message).toBe('Successfully updated');
  const changed = await storage().getBucket('films');
  expect(changed.data).toMatchObject({ public: true, file_size_limit: null, allowed_mime_types: ['text/plain'] });
  expect((await storage().updateBucket('films', { public: false })).error).toBeNull();
  expect((await storage().getBucket('films')).data).toMatchObject({ allowed_mime_types: ['text/plain'] });

  await storage().from('films').upload('a/b.txt', 'text');
  const full = await storage().deleteBucket('films');
  expect(full.error).toMatchObject({ statusCode: '409', message: 'The bucket you tried to delete is not empty' });
  expect((await storage().emptyBucket('films')).error).toBeNull();
  expect((await storage().from('films').list('a')).data).toEqual([]);
  expect((await storage().deleteBucket('films')).data?.message).toBe('Successfully deleted');
  expect((await storage().getBucket('films')).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
});

it('refuses a bucket twice, one with a bad name, and a limit it cannot read', async () => {
  expect((await storage().createBucket('media-assets')).error).toMatchObject({ statusCode: '409' });
  expect((await storage().createBucket('a/b')).error).toMatchObject({ message: 'Bucket name invalid' });
  const odd = await storage().createBucket('odd', { public: true, fileSizeLimit: 'a lot' });
  expect(odd.error?.message).toMatch(/Invalid file size format/);
});

it('shows a member no bucket and lets them make or change none', async () => {
  const member = (await backend.memberClient()).storage;
  expect((await member.listBuckets()).data).toEqual([]);
  expect((await member.getBucket('media-assets')).error).toMatchObject({ statusCode: '404' });
  expect((await member.createBucket('mine')).error).toMatchObject({ statusCode: '403' });
  expect((await member.updateBucket('media-assets', { public: true })).error).not.toBeNull();
  expect((await member.emptyBucket('media-assets')).error).not.toBeNull();
  expect((await member.deleteBucket('media-assets')).error).not.toBeNull();
  expect((await storage().getBucket('media-assets')).data?.public).toBe(false);
});
