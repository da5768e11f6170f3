import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageApiError } from '@supabase/supabase-js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import { startTestAgent } from '../../../../helpers/agent.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { isFull } from '../../../../helpers/depth.ts';
import { openTestBackend } from '../../../../helpers/embedded.ts';
import { ofFile } from '../../../../helpers/of-file.ts';

const PNG = { contentType: 'image/png' };
const bytes = new Uint8Array([1, 2, 3, 250, 251, 252]);

let member: Client;
let token: string;
const agent = ofFile(() => startTestAgent());
beforeAll(async () => {
  token = await agent.memberToken();
  member = agent.supabase(token);
  const database = databaseOf(agent.dataDir);
  await database.script(`
    insert into storage.buckets (id, name, file_size_limit) values ('small', 'small', 1000);
    insert into storage.buckets (id, name, allowed_mime_types) values ('anything', 'anything', '{image/*,text/plain}')`);
  await database.close();
});

const media = () => member.storage.from('media-assets');

async function stored(path: string, from = media()): Promise<number[]> {
  const { data, error } = await from.download(path);
  if (error) throw error;
  return [...new Uint8Array(await data.arrayBuffer())];
}

/** Streams `size` bytes in chunks of 64 KiB, with no length announced. */
function endless(size: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= size) return controller.close();
      const part = chunk.subarray(0, Math.min(chunk.byteLength, size - sent));
      sent += part.byteLength;
      controller.enqueue(part);
    },
  });
}

describe('a file is uploaded', () => {
  const image = new Blob([bytes], { type: 'image/png' });

  it.each([
    ['Uint8Array', bytes],
    ['Blob', image],
    ['web stream', new Blob([bytes]).stream()],
  ])('as a %s', async (kind, body) => {
    const path = `kinds/${kind}.png`;
    const { data, error } = await media().upload(path, body as Blob, PNG);
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path, fullPath: `media-assets/${path}` });
    expect([await stored(path), (await media().info(path)).data?.contentType]).toEqual([[...bytes], 'image/png']);
  });

  it.each(['', 'file', 'anything'])('as a form with the file under "%s"', async (field) => {
    const form = new FormData();
    form.append(field, image, 'cat.png');
    const path = `forms/${field || 'empty'}.png`;
    const { data, error } = await media().upload(path, form, { cacheControl: '60', metadata: { alt: 'Ein Bär' } });
    expect(error).toBeNull();
    expect(data?.path).toBe(path);
    expect(await stored(path)).toEqual([...bytes]);
    const info = await media().info(path);
    expect(info.data).toMatchObject({ cacheControl: 'max-age=60', metadata: { alt: 'Ein Bär' }, size: bytes.length });
  });

  it('of no bytes at all', async () => {
    expect((await media().upload('empty.png', new Blob([], { type: 'image/png' }))).error).toBeNull();
    expect((await media().upload('empty-raw.png', new Uint8Array(), PNG)).error).toBeNull();
    expect([await stored('empty.png'), await stored('empty-raw.png')]).toEqual([[], []]);
  });

  it('with metadata and cache time in headers', async () => {
    const { error } = await media().upload('headers.png', bytes, {
      ...PNG,
      cacheControl: '10',
      metadata: { a: { b: 1 } },
    });
    expect(error).toBeNull();
    const { data } = await media().info('headers.png');
    expect(data).toMatchObject({ cacheControl: 'max-age=10', metadata: { a: { b: 1 } } });
  });
});

describe('an upload is refused', () => {
  it('onto a name that is taken, unless it may replace', async () => {
    expect((await media().upload('twice.png', bytes, PNG)).error).toBeNull();
    const again = await media().upload('twice.png', new Uint8Array([9]), PNG);
    expect(again.error).toMatchObject({ status: 400, statusCode: '409', message: 'The resource already exists' });
    expect(await stored('twice.png')).toEqual([...bytes]);
    expect((await media().upload('twice.png', new Uint8Array([9]), { ...PNG, upsert: true })).error).toBeNull();
    expect(await stored('twice.png')).toEqual([9]);
    expect((await media().update('twice.png', new Uint8Array([7, 7]), PNG)).error).toBeNull();
    expect(await stored('twice.png')).toEqual([7, 7]);
  });

  it('into a bucket that is not there', async () => {
    const { error } = await member.storage.from('nowhere').upload('a.png', bytes, PNG);
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
  });

  it('of a type that the bucket does not take', async () => {
    const form = await media().upload('page.html', new Blob(['<b>'], { type: 'text/html' }));
    expect(form.error).toMatchObject({ statusCode: '415', message: 'mime type text/html is not supported' });
    const raw = await media().upload('page.html', '<b>', { contentType: 'text/html;charset=utf-8' });
    expect(raw.error).toMatchObject({ statusCode: '415', message: 'mime type text/html is not supported' });
    const any = agent.admin.storage.from('anything');
    expect((await any.upload('a.gif', bytes, { contentType: 'image/gif' })).error).toBeNull();
    expect((await any.upload('a.txt', 'text')).error).toBeNull();
    expect((await any.upload('a.mp4', bytes, { contentType: 'video/mp4' })).error).not.toBeNull();
  });

  it('with a form that has no file, no end or no boundary', async () => {
    const form = new FormData();
    form.append('cacheControl', '1');
    expect((await media().upload('none.png', form)).error?.message).toBe('No content provided');
    for (const [type, body] of [
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nabc'],
      ['multipart/form-data; boundary=x', 'abc'],
      ['multipart/form-data', 'abc'],
    ]) {
      const { error } = await media().upload('broken.png', String(body), { contentType: String(type) });
      expect((error as StorageApiError | null)?.status).toBe(400);
    }
    expect((await media().exists('broken.png')).data).toBe(false);
  });

  it.each([
    ['in a stream that announces nothing', endless(2_000_000), 'half'],
    ['in a form', new Blob([new Uint8Array(2_000_000)]), undefined],
    ['just above', new Uint8Array(1001), undefined],
  ])('above the size limit, %s', async (_how, body, duplex) => {
    const options = duplex ? { duplex } : {};
    const { error } = await agent.admin.storage.from('small').upload('big.txt', body, options);
    expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' });
    expect((await agent.admin.storage.from('small').list()).data).toEqual([]);
  });

  it('and leaves no file behind', async () => {
    const { data } = await agent.admin.storage.from('small').upload('fits.txt', new Uint8Array(1000));
    expect(data?.path).toBe('fits.txt');
    const files = await readdir(join(agent.dataDir, 'storage'));
    expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
    const database = databaseOf(agent.dataDir);
    const objects = await database.rows<{ version: string }>(sql`select version from storage.objects`);
    await database.close();
    expect(files.sort()).toEqual(objects.map(({ version }) => version).sort());
  });
});

it('an upload that breaks off leaves nothing', async () => {
  const stop = new AbortController();
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(100_000)) });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'video/mp4' },
    body,
    duplex: 'half',
    signal: stop.signal,
  };
  const answer = fetch(`${agent.url}/storage/v1/object/media-assets/broken-off.mp4`, init);
  await expect.poll(unfinished).toHaveLength(1);
  stop.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(unfinished).toEqual([]);
  expect((await media().exists('broken-off.mp4')).data).toBe(false);
});

async function unfinished(): Promise<string[]> {
  const names = await readdir(join(agent.dataDir, 'storage'));
  return names.filter((name) => name.endsWith('.part'));
}

it.runIf(isFull)('a form of 100 MB streams through with flat memory', async () => {
  const size = 100 * 1024 * 1024;
  const boundary = 'form-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name=""; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`;
  const encoder = new TextEncoder();
  const form = endless(size).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(head)),
      flush: (controller) => controller.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`)),
    }),
  );
  const held = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const before = held();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, held() - before);
  }, 20);
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: form,
    duplex: 'half',
  };
  const answer = await fetch(`${agent.url}/storage/v1/object/media-assets/form.mp4`, init);
  clearInterval(timer);
  expect(answer.status).toBe(200);
  expect((await media().info('form.mp4')).data?.size).toBe(size);
  expect(most).toBeLessThan(60 * 1024 * 1024);
});

describe('what becomes a header of every answer', () => {
  const form = (cacheControl: string, type = 'image/png') => {
    const body = new FormData();
    body.append('cacheControl', cacheControl);
    body.append('', new Blob([bytes], { type }), 'cat.png');
    return body;
  };
  const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${agent.url}/storage/v1/object/media-assets/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    });

  it.each(['日本', 'x'.repeat(300), '1\r\nset-cookie: a=b'])('400 for the cache time "%s" in a form', async (time) => {
    const answer = await send('headers/form.png', form(time));
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'InvalidRequest']);
    expect((await media().info('headers/form.png')).error).not.toBeNull();
  });

  it.each(['image/png; x=\u00fc', `image/png; x=${'y'.repeat(300)}`])('the type "%s" is refused', async (type) => {
    const answer = await send('headers/raw.png', bytes, { 'content-type': type });
    expect((await answer.json()).error).toBe('invalid_mime_type');
  });

  it('400 for metadata with a character that cannot be stored', async () => {
    const metadata = Buffer.from('{"a":"\\u0000"}').toString('base64');
    const answer = await send('headers/nul.png', bytes, { 'content-type': 'image/png', 'x-metadata': metadata });
    expect(answer.status).toBe(400);
  });

  it('an object that was stored before with what no header can hold is a file all the same', async () => {
    await media().upload('headers/old.png', bytes, PNG);
    const database = databaseOf(agent.dataDir);
    const spoiled = { mimetype: '日本', cacheControl: 'max-age=日本', eTag: 'ä\n日', lastModified: 'never' };
    for (const metadata of [JSON.stringify(spoiled), 'null']) {
      await database.run(sql`update storage.objects set metadata = ${metadata}::jsonb where name = 'headers/old.png'`);
      expect(await stored('headers/old.png')).toEqual([...bytes]);
      expect((await media().info('headers/old.png')).error).toBeNull();
    }
    await database.close();
  });
});

describe('the disk keeps a reserve', () => {
  const RESERVE = 500_000_000;
  let freeBytes: number;
  /** By how much the free space shrinks at each check. */
  let step: number;
  const backend = ofFile(() =>
    openTestBackend({
      askRoom: async () => {
        freeBytes -= step;
        return { freeBytes, reserveBytes: RESERVE };
      },
    }),
  );

  it.each([
    ['before it is read', RESERVE - 1, 0, 10],
    ['while it comes', 1e9, 200_000_000, 64 * 1024 * 1024],
  ])('an upload that would take it is refused %s: 507, and nothing stays', async (_when, free, shrinking, size) => {
    [freeBytes, step] = [free, shrinking];
    const bucket = (await backend.memberClient()).storage.from('media-assets');
    const { error } = await bucket.upload('a.png', endless(size), { ...PNG, duplex: 'half' });
    const message = expect.stringContaining('disk is full but for what the database needs');
    expect(error).toMatchObject({ status: 507, message });
    expect(await readdir(join(backend.dataDir, 'storage'))).toEqual([]);
  });
});
