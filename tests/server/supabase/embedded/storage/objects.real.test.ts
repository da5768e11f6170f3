import { beforeAll, describe, expect, it } from 'vitest';
import { openTestBackend } from '../../../../helpers/embedded.ts';
import { ofFile } from '../../../../helpers/of-file.ts';

const BYTES = new Uint8Array([1, 2, 3]);
const PNG = { contentType: 'image/png' };
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const backend = ofFile(() => openTestBackend());
const member = ofFile(() => backend.memberClient());

const media = () => member.storage.from('media-assets');

async function put(...paths: string[]): Promise<void> {
  for (const path of paths) {
    const { error } = await media().upload(path, BYTES, PNG);
    if (error) throw error;
  }
}

describe('list', () => {
  beforeAll(() => put('list/b.png', 'list/a.png', 'list/sub/x.png', 'list/sub/y.png', 'list/Zoo/z.png', 'list/c.png'));
  const names = async (path: string, options = {}) => (await media().list(path, options)).data?.map(({ name }) => name);

  it('shows folders first, with null for everything but their names, then objects', async () => {
    const { data } = await media().list('list');
    expect(data?.map(({ name }) => name)).toEqual(['Zoo', 'sub', 'a.png', 'b.png', 'c.png']);
    expect(data?.[0]).toEqual({
      name: 'Zoo',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[2]).toEqual({
      name: 'a.png',
      id: expect.any(String),
      updated_at: expect.stringMatching(ISO),
      created_at: expect.stringMatching(ISO),
      last_accessed_at: expect.stringMatching(ISO),
      metadata: {
        eTag: expect.any(String),
        size: 3,
        mimetype: 'image/png',
        cacheControl: 'max-age=3600',
        lastModified: expect.stringMatching(ISO),
        contentLength: 3,
        httpStatusCode: 200,
      },
    });
  });

  it('pages, sorts and searches', async () => {
    expect(await names('list', { limit: 2, offset: 1 })).toEqual(['sub', 'a.png']);
    const sorted = async (column: string, order: string) =>
      (await names('list/', { sortBy: { column, order } }))?.join(' ');
    expect(await sorted('name', 'desc')).toBe('sub Zoo c.png b.png a.png');
    expect(await sorted('created_at', 'asc')).toBe('Zoo sub b.png a.png c.png');
    expect([await names('list', { search: 'B' }), await names('list/sub')]).toEqual([['b.png'], ['x.png', 'y.png']]);
    expect(await names('nowhere')).toEqual([]);
    expect(await names('')).toContain('list');
  });

  it('takes wildcards and quotes literally', async () => {
    expect([await names("list' or true --"), await names('list', { search: '%' })]).toEqual([[], []]);
    expect(await names('list', { search: '_' })).toEqual([]);
  });

  it('refuses an order it does not know', async () => {
    const { error } = await media().list('list', { sortBy: { column: 'owner; drop table x', order: 'asc' } });
    expect(error?.message).toMatch(/sortBy/);
  });
});

it('info and exists tell what is there, in the keys storage-js reads', async () => {
  await put('info/a.png');
  expect((await media().info('info/a.png')).data).toEqual({
    id: expect.any(String),
    name: 'info/a.png',
    version: expect.any(String),
    bucketId: 'media-assets',
    size: 3,
    contentType: 'image/png',
    cacheControl: 'max-age=3600',
    etag: expect.any(String),
    metadata: {},
    lastModified: expect.stringMatching(ISO),
    createdAt: expect.stringMatching(ISO),
  });
  expect(await media().exists('info/a.png')).toEqual({ data: true, error: null });
});

it('info and exists tell what is not', async () => {
  expect((await media().info('info/none.png')).error).toMatchObject({
    statusCode: '404',
    message: 'Object not found',
  });
  expect((await media().exists('info/none.png')).data).toBe(false);
  await expect(media().throwOnError().exists('info/none.png')).rejects.toThrow();
});

it('remove answers the rows it removed, and passes over what is not there', async () => {
  await put('remove/a.png', 'remove/b.png');
  expect((await media().remove(['remove/a.png', 'remove/none.png'])).data).toEqual([
    expect.objectContaining({
      name: 'remove/a.png',
      bucket_id: 'media-assets',
      created_at: expect.stringMatching(ISO),
    }),
  ]);
  expect((await media().exists('remove/a.png')).data).toBe(false);
  expect((await media().exists('remove/b.png')).data).toBe(true);
});
