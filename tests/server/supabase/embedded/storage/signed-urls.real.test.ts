import { access, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { StorageClient } from '../../../../../ui/lib/storage.ts';
import { testFolder } from '../../../../helpers/file-folder.ts';
import { ofFile } from '../../../../helpers/of-file.ts';
import { rawRequest } from '../../../../helpers/raw-http.ts';
import { workerAgent } from '../../../../helpers/worker-agent.ts';

const BYTES = new Uint8Array([1, 2, 3]);
const PNG = { contentType: 'image/png' };

let member: Client;
let token: string;
const agent = ofFile(workerAgent);
beforeAll(async () => {
  token = await agent.memberToken();
  member = agent.supabase(token);
  for (const path of ['posts/a/1.png', 'posts/b/1.png']) await media().upload(path, BYTES, PNG);
});

const media = (client = member) => client.storage.from('media-assets');

async function signed(path = 'posts/a/1.png', seconds = 60): Promise<string> {
  const { data, error } = await media().createSignedUrl(path, seconds);
  if (error) throw error;
  return data.signedUrl;
}

describe('a signed address', () => {
  it('is good without any key, by each of the names of this machine', async () => {
    const url = await signed();
    expect(url).toContain('/storage/v1/object/sign/media-assets/posts/a/1.png?token=');
    for (const host of ['127.0.0.1', 'localhost']) {
      const answer = await fetch(url.replace('127.0.0.1', host));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES);
    }
  });

  it('is good for its own object and time only', async () => {
    const url = await signed();
    expect(await refusal(url.replace('posts/a', 'posts/b'))).toMatchObject({ error: 'InvalidSignature' });
    expect(await refusal(`${url}x`)).toMatchObject({ error: 'InvalidJWT' });
    expect(await refusal(url.split('?')[0] ?? '')).toMatchObject({ error: 'InvalidRequest' });
    const old = await new SignJWT({ url: 'media-assets/posts/a/1.png' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(1)
      .sign(new Uint8Array(32));
    expect(await refusal(url.replace(/token=.*/, `token=${old}`))).toMatchObject({ error: 'InvalidJWT' });
  });

  it('does not open with an access token, nor is its token one', async () => {
    const url = await signed();
    const withAccess = url.replace(/token=.*/, `token=${token}`);
    expect(await refusal(withAccess)).toMatchObject({ error: 'InvalidJWT' });
    const asAccess = { authorization: `Bearer ${new URL(url).searchParams.get('token')}` };
    expect((await fetch(url.replace('/sign/', '/authenticated/'), { headers: asAccess })).status).toBe(400);
  });

  it('ends with its object', async () => {
    await media().upload('gone.png', BYTES, PNG);
    const url = await signed('gone.png');
    await media().remove(['gone.png']);
    expect(await refusal(url)).toMatchObject({ statusCode: '404' });
  });
});

describe("the UI's own client of the storage", () => {
  const own = (accessToken: string) =>
    new StorageClient(`${agent.url}/storage/v1`, { authorization: `Bearer ${accessToken}` }, fetch).from(
      'media-assets',
    );
  const withoutToken = (answer: unknown) => JSON.parse(JSON.stringify(answer).replace(/token=[\w.-]+/g, ''));

  it('answers like the vendor’s: signed addresses, what was removed, and refusals', async () => {
    const paths = ['posts/a/1.png', 'not here.png', 'posts/b/1.png'];
    const signedByOwn = await own(token).createSignedUrls(paths, 60);
    expect(withoutToken(signedByOwn)).toEqual(withoutToken(await media().createSignedUrls(paths, 60)));
    const missing = 'Either the object does not exist or you do not have access to it';
    expect(signedByOwn.data).toMatchObject([{ error: null }, { error: missing, signedUrl: null }, { error: null }]);
    expect((await fetch(signedByOwn.data?.[0]?.signedUrl ?? '')).status).toBe(200);

    for (const path of ['one.png', 'two.png']) await media().upload(path, BYTES, PNG);
    const removed = await own(token).remove(['one.png', 'not here.png']);
    const names = ({ data, error }: typeof removed) => ({ error, names: data?.map(({ name }) => name) });
    expect(names(removed)).toEqual({ error: null, names: ['one.png'] });
    expect(names(await media().remove(['two.png', 'not here.png']))).toEqual({ error: null, names: ['two.png'] });

    const refused = await media(agent.supabase('no.real.token')).remove(['one.png']);
    expect((await own('no.real.token').remove(['one.png'])).error?.message).toBe(refused.error?.message);
  });
});

describe('a signed address ends', () => {
  it('after a week, however long it was asked for', async () => {
    const url = new URL(await signed('posts/a/1.png', 365 * 24 * 3600));
    const { exp = 0, iat = 0 } = decodeJwt(url.searchParams.get('token') ?? '');
    expect(exp - iat).toBe(7 * 24 * 3600);
    const { data } = await media().createSignedUrls(['posts/a/1.png'], 365 * 24 * 3600);
    const many = new URL(data?.[0]?.signedUrl ?? '').searchParams.get('token') ?? '';
    expect(decodeJwt(many).exp).toBeLessThanOrEqual(Date.now() / 1000 + 7 * 24 * 3600 + 1);
  });

  it('with the membership of who asked for it', async () => {
    const email = 'leaves@example.com';
    await agent.addMember(email);
    const leaving = media(agent.supabase(await agent.signIn(email, 'correct horse')));
    const { data } = await leaving.createSignedUrl('posts/b/1.png', 3600);
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
    await agent.agent.connection.accounts?.remove(email);
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(400);
  });

  it('not where the agent itself asked for it', async () => {
    const { data } = await agent.admin.storage.from('media-assets').createSignedUrl('posts/b/1.png', 60);
    const path = new URL(data?.signedUrl ?? '');
    expect((await fetch(`${agent.url}${path.pathname}${path.search}`)).status).toBe(200);
  });
});

async function refusal(url: string): Promise<unknown> {
  const answer = await fetch(url);
  expect(answer.status).toBe(400);
  return answer.json();
}

let stranger: Client;
beforeAll(async () => {
  const them = await agent.addStranger();
  stranger = agent.supabase(await agent.signIn(them.email, them.password));
  await media().upload('mine/1.png', BYTES, PNG);
});

/** Sends a path that clients would normalise, unchanged. Returns the status. */
async function raw(method: string, path: string): Promise<number> {
  const { port } = agent;
  const headers = [
    ['Host', `127.0.0.1:${port}`],
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'image/png'],
  ] as const;
  return (await rawRequest({ port, method, path, headers, ...(method === 'POST' && { body: 'abc' }) })).status;
}

describe('a path that leads out of the bucket is refused with 400', () => {
  const odd = [
    ...['../../keys.json', '%2e%2e/%2e%2e/keys.json', '%2e%2e%2f%2e%2e%2fkeys.json', '..%2f..%2fkeys.json'],
    ...['.%2e/keys.json', 'a/../../../keys.json', 'a/%2e/b.png', '/etc/passwd', '%2fetc%2fpasswd'],
    ...['a//b.png', 'a%00b.png', '..%5c..%5ckeys.json', 'a%5cb.png', 'C:%5cwindows%5cwin.ini', '%ff.png'],
    ...['%', 'a%0d%0ab.png', `${'a/'.repeat(600)}b.png`],
  ];

  it.each(odd)('%s', async (path) => {
    const files = async () => [await readdir(agent.dataDir), await readdir(join(agent.dataDir, 'storage'))];
    const before = await files();
    for (const route of ['object', 'object/authenticated', 'object/info', 'object/sign']) {
      expect([route, await raw('GET', `/storage/v1/${route}/media-assets/${path}`)]).toEqual([route, 400]);
    }
    expect(await raw('POST', `/storage/v1/object/media-assets/${path}`)).toBe(400);
    expect(await files()).toEqual(before);
  });
});

it('a link laid into the objects folder is not followed, for reading or for writing', async () => {
  const outside = await testFolder();
  await writeFile(join(outside, 'secret.txt'), 'secret');
  const { data } = await media().upload('link.png', BYTES, PNG);
  const version = (await media().info('link.png')).data?.version ?? '';
  expect(data?.path).toBe('link.png');
  const file = join(agent.dataDir, 'storage', version);
  await rm(file);
  await symlink(join(outside, 'secret.txt'), file);
  expect((await media().download('link.png')).error).toMatchObject({ statusCode: '404' });
  expect((await media().update('link.png', BYTES, PNG)).error).toBeNull();
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  await expect(access(file)).rejects.toThrow();
});

it('a link to a folder, or a folder itself, in the objects folder is no object', async () => {
  await media().upload('folder.png', BYTES, PNG);
  const version = (await media().info('folder.png')).data?.version ?? '';
  const file = join(agent.dataDir, 'storage', version);
  await rm(file);
  await mkdir(file);
  expect((await media().download('folder.png')).error).toMatchObject({ statusCode: '404' });
  await rm(file, { recursive: true });
});

describe.each([
  ['nobody', () => agent.supabase()],
  ['a signed-in stranger', () => stranger],
])('%s', (_who, client) => {
  const bucket = () => client().storage.from('media-assets');

  it('reads nothing', async () => {
    expect((await bucket().download('mine/1.png')).error).toMatchObject({ statusCode: '404' });
    expect((await bucket().info('mine/1.png')).error).toMatchObject({ statusCode: '404' });
    expect([(await bucket().exists('mine/1.png')).data, (await bucket().list('mine')).data]).toEqual([false, []]);
  });

  it('signs nothing', async () => {
    expect((await bucket().createSignedUrl('mine/1.png', 60)).error).toMatchObject({ statusCode: '404' });
    expect((await bucket().createSignedUrls(['mine/1.png'], 60)).data?.[0]?.signedUrl).toBeNull();
  });

  it('writes nothing', async () => {
    const refused = { statusCode: '403', message: 'new row violates row-level security policy' };
    expect((await bucket().upload('theirs.png', BYTES, PNG)).error).toMatchObject(refused);
    expect((await bucket().upload('mine/1.png', BYTES, PNG)).error).toMatchObject(refused);
    expect((await bucket().upload('mine/1.png', BYTES, { ...PNG, upsert: true })).error).toMatchObject(refused);
    expect((await bucket().update('mine/1.png', BYTES, PNG)).error).toMatchObject(refused);
    expect((await bucket().remove(['mine/1.png'])).data).toEqual([]);
    expect((await media().download('mine/1.png')).data?.size).toBe(3);
  });
});

it.each(['garbage', 'sb_secret_garbage', 'sb_publishable_garbage'])('the token %s is turned away', async (bad) => {
  const headers = { authorization: `Bearer ${bad}` };
  const answer = await fetch(`${agent.url}/storage/v1/object/media-assets/mine/1.png`, { headers });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'Unauthorized' });
});

it('a request without any key is told what is missing', async () => {
  const answer = await fetch(`${agent.url}/storage/v1/object/media-assets/mine/1.png`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: "headers must have required property 'authorization'" });
});
