import * as sdk from 'facebook-nodejs-business-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FACEBOOK_SCOPES } from '../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../server/features/publishing/platforms/instagram/account.ts';
import { type MetaServer, startMetaServer } from '../helpers/meta/imitation.ts';
import { PICTURE } from '../helpers/publishing/platform-sessions.ts';

let server: MetaServer;
beforeEach(async () => {
  server = await startMetaServer({ version: 'v24.0' });
  Object.defineProperty(sdk.FacebookAdsApi, 'GRAPH', { get: () => server.origin, configurable: true });
});
afterEach(() => server.close());

const signIn = (token: string) => sdk.FacebookAdsApi.init(token, 'en_US', false);

describe('the imitation of the Graph API, as Meta’s own client finds it', () => {
  it('lists Pages, takes a picture and a post with it, shows and deletes them', async () => {
    server.addPage('Ada Bakes');
    signIn(server.userToken(FACEBOOK_SCOPES).value);
    const [listed] = await new sdk.User('me').getAccounts(['name', 'access_token', 'tasks'], {});
    expect(listed?._data).toMatchObject({ name: 'Ada Bakes', tasks: expect.arrayContaining(['CREATE_CONTENT']) });
    signIn(String(listed?._data.access_token));
    const page = new sdk.Page(String(listed?._data.id));
    // The client drops files in Node, so the form is sent by fetch.
    const body = new FormData();
    body.set('published', 'false');
    body.set('source', new Blob([PICTURE], { type: 'image/jpeg' }), 'loaf.jpg');
    const headers = { authorization: `Bearer ${listed?._data.access_token}` };
    const uploaded = await fetch(`${server.origin}/v24.0/${listed?.id}/photos`, { method: 'POST', headers, body });
    const photo = (await uploaded.json()) as { id: string };
    const post = await page.createFeed([], { message: 'Bread', 'attached_media[0]': { media_fbid: photo.id } });
    expect(server.world.posts).toMatchObject([{ id: post.id, message: 'Bread', photoIds: [photo.id] }]);
    const [found] = await page.getPublishedPosts(['message', 'created_time'], { limit: 10 });
    expect(found?._data).toMatchObject({ id: post.id, message: 'Bread' });
    await new sdk.PagePost(post.id).createComment([], { message: 'Below' });
    expect(server.world.comments).toMatchObject([{ objectId: post.id, message: 'Below' }]);
    await new sdk.PagePost(post.id).delete([]);
    expect(server.world.posts).toEqual([]);
    await expect(new sdk.PagePost(post.id).get(['message'])).rejects.toMatchObject({
      status: 400,
      response: { code: 100, error_subcode: 33 },
    });
  });

  it('makes a container of a picture, publishes and lists it', async () => {
    server.world.options.processingMs = 0;
    const igId = '17841400';
    server.world.professionals.push({ id: igId, username: 'ada.bakes', type: 'BUSINESS' });
    server.addPage('Ada Bakes', { igId });
    signIn(server.userToken(LINKED_SCOPES).value);
    const [page] = await new sdk.User('me').getAccounts(['access_token', 'instagram_business_account'], {});
    expect(page?._data).toMatchObject({ instagram_business_account: { id: igId } });
    signIn(String(page?._data.access_token));
    const account = new sdk.IGUser(igId);
    const image_url = 'https://pictures.example/loaf.jpg';
    const container = await account.createMedia([], { image_url, caption: 'Bread', alt_text: 'A loaf' });
    const media = await account.createMediaPublish([], { creation_id: container.id });
    const [listed] = await account.getMedia(['caption', 'permalink'], { limit: 10 });
    expect(listed?._data).toMatchObject({ id: media.id, caption: 'Bread' });
  });

  it('refuses a token that is none in the way that the client knows', async () => {
    signIn('EAAnone');
    await expect(new sdk.User('me').getAccounts([], {})).rejects.toMatchObject({ response: { code: 190 } });
  });
});
