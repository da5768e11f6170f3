import { RestliClient } from 'linkedin-api-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LinkedInServer, type Member, startLinkedInServer } from '../helpers/linkedin/imitation.ts';
import { PICTURE } from '../helpers/publishing/platform-sessions.ts';

const VERSION = '202607';

type Begun = {
  image: string;
  uploadUrl: string;
  video: string;
  document: string;
  uploadToken: string;
  uploadInstructions: { uploadUrl: string; firstByte: number; lastByte: number }[];
};

let server: LinkedInServer;
let ada: Member;
let client: RestliClient;
beforeEach(async () => {
  server = await startLinkedInServer({ processingMs: 0, partBytes: 1000 });
  ada = server.addMember('Ada');
  client = new RestliClient();
  // The client's URL is hard-coded.
  client.axiosInstance.interceptors.request.use((config) => ({
    ...config,
    url: config.url?.replace('https://api.linkedin.com', server.origin) ?? '',
  }));
});
afterEach(() => server.close());

const author = () => `urn:li:person:${ada.id}`;
const called = () => ({ accessToken: ada.token, versionString: VERSION });
const entity = (commentary: string, more: object = {}) => ({
  author: author(),
  commentary,
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
  ...more,
});
const put = async (url: string, body: BodyInit) => {
  const headers = { authorization: `Bearer ${ada.token}` };
  return (await fetch(url, { method: 'PUT', headers, body })).headers.get('etag')?.replaceAll('"', '');
};

async function refusal(promise: Promise<unknown>): Promise<{ status: number; code: string }> {
  const error = await promise.then(
    () => null,
    (reason: { response: { data: { status: number; code: string } } }) => reason,
  );
  if (!error) throw new Error('It was not refused.');
  const { status, code } = error.response.data;
  return { status, code };
}

describe('the imitation of LinkedIn, as its own client finds it', () => {
  it('knows the member, and makes, names and deletes a post', async () => {
    const { data } = await client.get({ resourcePath: '/userinfo', accessToken: ada.token });
    expect(data).toEqual({ sub: ada.id, name: 'Ada' });
    const made = await client.create({ resourcePath: '/posts', entity: entity('Bread \\(and salt\\)'), ...called() });
    expect(made.createdEntityId).toBe(server.world.posts[0]?.urn);
    expect(server.world.posts[0]?.text).toBe('Bread (and salt)');
    const pathKeys = { id: String(made.createdEntityId) };
    await client.delete({ resourcePath: '/posts/{id}', pathKeys, ...called() });
    expect(server.world.posts).toEqual([]);
  });

  it('takes pictures and a video in parts', async () => {
    const begin = async (resourcePath: string, request: object) => {
      const data = { initializeUploadRequest: { owner: author(), ...request } };
      const answer = await client.action({ resourcePath, actionName: 'initializeUpload', data, ...called() });
      return answer.data.value as Begun;
    };
    const images: { id: string; altText: string }[] = [];
    for (const altText of ['One', 'Two']) {
      const { image, uploadUrl } = await begin('/images', {});
      await put(uploadUrl, PICTURE);
      images.push({ id: image, altText });
    }
    await client.create({
      resourcePath: '/posts',
      entity: entity('', { content: { multiImage: { images } } }),
      ...called(),
    });
    const film = Buffer.alloc(2500, 'film');
    const { video, uploadToken, uploadInstructions } = await begin('/videos', { fileSizeBytes: film.length });
    const uploadedPartIds = [];
    for (const { uploadUrl, firstByte, lastByte } of uploadInstructions)
      uploadedPartIds.push(await put(uploadUrl, film.subarray(firstByte, lastByte + 1)));
    expect(uploadedPartIds).toHaveLength(3);
    const data = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } };
    await client.action({ resourcePath: '/videos', actionName: 'finalizeUpload', data, ...called() });
    const shown = await client.get({ resourcePath: '/videos/{id}', pathKeys: { id: video }, ...called() });
    expect(shown.data).toMatchObject({ status: 'AVAILABLE' });
    await client.create({
      resourcePath: '/posts',
      entity: entity('Film', { content: { media: { id: video } } }),
      ...called(),
    });
    expect(server.world.posts.map(({ media }) => media)).toEqual([images, [{ id: video }]]);
  });

  it('refuses what LinkedIn refuses', async () => {
    const create = (given: object, more: object = {}) =>
      refusal(client.create({ resourcePath: '/posts', entity: given, ...called(), ...more }));
    await client.create({ resourcePath: '/posts', entity: entity('Once'), ...called() });
    expect(await create(entity('Once'))).toMatchObject({ status: 422 });
    expect(await create(entity('Hi'), { versionString: '202401' })).toEqual({
      status: 426,
      code: 'NONEXISTENT_VERSION',
    });
    expect(await create(entity('Hi'), { accessToken: 'wrong' })).toMatchObject({ status: 401 });
    expect(await create(entity('Hi', { contents: null }))).toMatchObject({ status: 403 });
    ada.scopes = ['openid'];
    expect(await create(entity('Hi'))).toEqual({ status: 403, code: 'ACCESS_DENIED' });
  });
});
