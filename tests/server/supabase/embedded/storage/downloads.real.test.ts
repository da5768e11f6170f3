import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { ofFile } from '../../../../helpers/of-file.ts';
import { workerAgent } from '../../../../helpers/worker-agent.ts';

const BYTES = new Uint8Array(Array.from({ length: 100 }, (_, index) => index));
const MP4 = { contentType: 'video/mp4' };

let member: Client;
let headers: Record<string, string>;
const agent = ofFile(workerAgent);
beforeAll(async () => {
  const token = await agent.memberToken();
  headers = { authorization: `Bearer ${token}` };
  member = agent.supabase(token);
  await member.storage.from('media-assets').upload('clips/Mein Film (1).mp4', BYTES, MP4);
});

const PATH = 'clips/Mein Film (1).mp4';
const media = () => member.storage.from('media-assets');
const urlOf = (path = PATH) => `${agent.url}/storage/v1/object/authenticated/media-assets/${encodeURI(path)}`;
const get = (more: Record<string, string> = {}, method = 'GET') =>
  fetch(urlOf(), { method, headers: { ...headers, ...more } });

it('downloads as a blob with the type it was stored with, and as a stream', async () => {
  const { data } = await media().download(PATH);
  expect(data?.type).toBe('video/mp4');
  expect(new Uint8Array((await data?.arrayBuffer()) ?? [])).toEqual(BYTES);
  const { data: stream } = await media().download(PATH).asStream();
  expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(BYTES);
});

it('answers /object and /object/authenticated alike', async () => {
  for (const url of [urlOf(), urlOf().replace('/authenticated', '')]) {
    const answer = await fetch(url, { headers });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '100']);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('etag')).toMatch(/^"[\da-f]{32}"$/);
    expect(Date.parse(answer.headers.get('last-modified') ?? '')).not.toBeNaN();
  }
});

describe('a range', () => {
  it.each([
    ['bytes=0-0', 'bytes 0-0/100', [0]],
    ['bytes=10-12', 'bytes 10-12/100', [10, 11, 12]],
    ['bytes=97-', 'bytes 97-99/100', [97, 98, 99]],
    ['bytes=-2', 'bytes 98-99/100', [98, 99]],
    ['bytes=98-500', 'bytes 98-99/100', [98, 99]],
  ])('%s is answered with 206', async (range, contentRange, expected) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(expected.length));
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual(expected);
  });

  it('beyond the end is answered with 416 and the size', async () => {
    const answer = await get({ range: 'bytes=100-' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */100']);
  });

  it.each(['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5'])(
    'that makes no sense (%s) is ignored',
    async (range) => expect((await get({ range })).status).toBe(200),
  );

  it('of another version (If-Range) is answered whole', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });

  it('works through a signed address, which is how videos are sought', async () => {
    const { data } = await media().createSignedUrl(PATH, 60);
    const answer = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=50-59' } });
    expect(answer.status).toBe(206);
    expect(await answer.arrayBuffer()).toHaveProperty('byteLength', 10);
  });
});

it('answers 304 to a client that has it, and not once it was replaced', async () => {
  await media().upload('kept.mp4', BYTES, MP4);
  const etag = (await fetch(urlOf('kept.mp4'), { headers })).headers.get('etag') ?? '';
  const again = () => fetch(urlOf('kept.mp4'), { headers: { ...headers, 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  await media().update('kept.mp4', BYTES, MP4);
  expect((await again()).status).toBe(200);
});

it('answers HEAD with the length and no body', async () => {
  const answer = await get({}, 'HEAD');
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '100']);
  expect(await answer.text()).toBe('');
});

it('names the attachment when asked to download', async () => {
  const disposition = async (download: string | true) => {
    const { data } = await media().createSignedUrl(PATH, 60, { download });
    return (await fetch(data?.signedUrl ?? '')).headers.get('content-disposition');
  };
  expect(await disposition(true)).toContain("filename*=UTF-8''Mein%20Film%20%281%29.mp4");
  expect(await disposition('Käse "1";\r\nx: y.mp4')).toMatch(
    /^attachment; filename=[\w%.-]+; filename\*=UTF-8''[\w%.-]+;$/,
  );
  expect((await get()).headers.get('content-disposition')).toBeNull();
});

it('answers what is not there as a hosted project does', async () => {
  const { error } = await media().download('nothing.mp4');
  expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Object not found' });
  expect((await fetch(`${agent.url}/storage/v1/nonsense`, { headers })).status).toBe(404);
});

const THREE = new Uint8Array([1, 2, 3]);
const PNG = { contentType: 'image/png' };
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function put(...paths: string[]): Promise<void> {
  for (const path of paths) {
    const { error } = await media().upload(path, THREE, PNG);
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
  expect((await media().info('info/none.png')).error).toMatchObject({ statusCode: '404', message: 'Object not found' });
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
