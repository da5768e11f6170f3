import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { StorageClient } from '../../../../../ui/lib/storage.ts';
import { startTestAgent } from '../../../../helpers/agent.ts';
import { ofFile } from '../../../../helpers/of-file.ts';

const BYTES = new Uint8Array([1, 2, 3]);
const PNG = { contentType: 'image/png' };

let member: Client;
let token: string;
const agent = ofFile(() => startTestAgent());
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

it('many are signed at once, in order, each with its own outcome', async () => {
  const { data, error } = await media().createSignedUrls(['posts/b/1.png', 'nothing.png', 'posts/a/1.png'], 60);
  expect(error).toBeNull();
  expect(data?.map(({ path, error }) => [path, error])).toEqual([
    ['posts/b/1.png', null],
    ['nothing.png', 'Either the object does not exist or you do not have access to it'],
    ['posts/a/1.png', null],
  ]);
  expect(data?.[1]?.signedUrl).toBeNull();
  for (const { signedUrl } of [data?.[0], data?.[2]].filter((one) => one !== undefined)) {
    expect((await fetch(signedUrl ?? '')).status).toBe(200);
  }
});

async function refusal(url: string): Promise<unknown> {
  const answer = await fetch(url);
  expect(answer.status).toBe(400);
  return answer.json();
}
