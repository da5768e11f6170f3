import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { startTestAgent } from '../../../../helpers/agent.ts';
import { ofFile } from '../../../../helpers/of-file.ts';
import { rawRequest } from '../../../../helpers/raw-http.ts';

const PNG = { contentType: 'image/png' };
const BYTES = new Uint8Array([1, 2, 3]);

let token: string;
let member: Client;
let stranger: Client;
const agent = ofFile(() => startTestAgent());
beforeAll(async () => {
  const me = await agent.addMember();
  token = await agent.signIn(me.email, me.password);
  member = agent.supabase(token);
  const them = await agent.addStranger();
  stranger = agent.supabase(await agent.signIn(them.email, them.password));
  await member.storage.from('media-assets').upload('mine/1.png', BYTES, PNG);
});

/** Sends a path as it stands: clients would tidy it. Answers the status. */
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
    const before = await readdir(agent.dataDir, { recursive: true });
    for (const route of ['object', 'object/authenticated', 'object/info', 'object/sign']) {
      expect([route, await raw('GET', `/storage/v1/${route}/media-assets/${path}`)]).toEqual([route, 400]);
    }
    expect(await raw('POST', `/storage/v1/object/media-assets/${path}`)).toBe(400);
    const files = (all: string[]) => all.filter((name) => !name.includes('postgres') && !name.endsWith('.log'));
    expect(files(await readdir(agent.dataDir, { recursive: true }))).toEqual(files(before));
  });
});

it('a link laid into the objects folder is not followed, for reading or for writing', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'la-outside-'));
  await writeFile(join(outside, 'secret.txt'), 'secret');
  const { data } = await member.storage.from('media-assets').upload('link.png', BYTES, PNG);
  const version = (await member.storage.from('media-assets').info('link.png')).data?.version ?? '';
  expect(data?.path).toBe('link.png');
  const file = join(agent.dataDir, 'storage', version);
  await rm(file);
  await symlink(join(outside, 'secret.txt'), file);
  expect((await member.storage.from('media-assets').download('link.png')).error).toMatchObject({ statusCode: '404' });
  expect((await member.storage.from('media-assets').update('link.png', BYTES, PNG)).error).toBeNull();
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  await expect(access(file)).rejects.toThrow();
  await rm(outside, { recursive: true });
});

it('a link to a folder, or a folder itself, in the objects folder is no object', async () => {
  await member.storage.from('media-assets').upload('folder.png', BYTES, PNG);
  const version = (await member.storage.from('media-assets').info('folder.png')).data?.version ?? '';
  const file = join(agent.dataDir, 'storage', version);
  await rm(file);
  await mkdir(file);
  expect((await member.storage.from('media-assets').download('folder.png')).error).toMatchObject({
    statusCode: '404',
  });
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
    expect((await member.storage.from('media-assets').download('mine/1.png')).data?.size).toBe(3);
  });
});

it.each(['garbage', 'sb_secret_garbage', 'sb_publishable_garbage'])('the token %s is turned away', async (bad) => {
  const headers = { authorization: `Bearer ${bad}` };
  const answer = await fetch(`${agent.url}/storage/v1/object/media-assets/mine/1.png`, { headers });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'Unauthorized' });
});

it('a signed-out token is turned away at once', async () => {
  const { email, password } = await agent.addMember('leaving@example.com');
  const headers = { authorization: `Bearer ${await agent.signIn(email, password)}` };
  const read = () => fetch(`${agent.url}/storage/v1/object/media-assets/mine/1.png`, { headers });
  expect((await read()).status).toBe(200);
  await fetch(`${agent.url}/auth/v1/logout`, {
    method: 'POST',
    headers: { ...headers, apikey: agent.agent.connection.publishableKey },
  });
  expect((await read()).status).toBe(400);
});

it('a request without any key is told what is missing', async () => {
  const answer = await fetch(`${agent.url}/storage/v1/object/media-assets/mine/1.png`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: "headers must have required property 'authorization'" });
});
