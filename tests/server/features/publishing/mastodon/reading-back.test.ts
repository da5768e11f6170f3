import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { openSession, type Setting, startSetting } from '../../../../helpers/mastodon/publishing.ts';
import type { Fault } from '../../../../helpers/publishing/imitation.ts';
import { mediaOf, PICTURE, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';

const HOUR_MS = 3_600_000;
const CUT: Fault = { when: 'after', answer: 'cut' };
const ERROR_AFTER: Fault = { when: 'after', answer: { status: 500 } };

let setting: Setting;
let session: Session;
beforeEach(async () => {
  setting = await startSetting();
  session = await openSession(setting);
});
afterEach(() => setting.server.close());

const texts = () => setting.server.world.statuses.map(({ text }) => text);

describe('an answer that was lost', () => {
  it('makes no second post when it is sent again within the hour', async () => {
    const post = postOf(['Once']);
    setting.server.fail('POST /api/v1/statuses', CUT);
    await publish(session, post);
    setting.clock.now += 5 * 60_000;
    expect((await publish(session, post)).parts).toMatchObject([{ remoteId: setting.server.world.statuses[0]?.id }]);
    expect(texts()).toEqual(['Once']);
  });

  it('makes no second post when the key is forgotten', async () => {
    const post = postOf(['One', 'Two']);
    setting.server.fail('POST /api/v1/statuses', CUT);
    await publish(session, post);
    setting.clock.now += 2 * HOUR_MS;
    const { parts, error } = await publish(session, post);
    expect(error).toBeNull();
    expect(texts()).toEqual(['One', 'Two']);
    expect(parts.map(({ remoteId }) => remoteId)).toEqual(setting.server.world.statuses.map(({ id }) => id));
  });

  it('makes no second post when the server died before it kept the key', async () => {
    const post = postOf(['Once']);
    setting.server.world.keepsKeys = false;
    setting.server.fail('POST /api/v1/statuses', ERROR_AFTER);
    await publish(session, post);
    setting.clock.now += 15 * 60_000;
    expect((await publish(session, post)).error).toBeNull();
    expect(texts()).toEqual(['Once']);
  });
});

describe('reading back', () => {
  it('does not take another post for this one', async () => {
    const { clock, server } = setting;
    const earlier = server.postAs('ada', { text: 'Hello', createdAt: clock.now - HOUR_MS });
    server.postAs('ada', { text: 'Hello', replyTo: earlier.id });
    server.postAs('ada', { reblogOf: server.postAs('bob', { text: 'Hello' }), text: 'Hello' });
    server.postAs('ada', { text: 'Hello you' });
    expect(await session.find(postOf(['Hello']))).toEqual({ found: 'none' });
    server.postAs('ada', { text: 'Hello' });
    expect(await session.find(postOf(['Hello'], [mediaOf(PICTURE)]))).toEqual({ found: 'none' });
    expect(await session.find(postOf(['Hello']))).toMatchObject({ found: 'all' });
  });

  it('takes no boost for a post, from a server that lists boosts all the same', async () => {
    const { server } = setting;
    server.postAs('ada', { reblogOf: server.postAs('bob', { text: 'Hello' }), text: 'Hello' });
    const account = server.world.accounts.find(({ username }) => username === 'ada');
    const listed = await fetch(`${server.origin}/api/v1/accounts/${account?.id}/statuses`);
    const page = await listed.json();
    expect(page).toMatchObject([{ content: '<p>Hello</p>' }]);
    const pages = [page, []].map((body) => ({ when: 'before' as const, answer: { status: 200, body } }));
    server.fail('GET /api/v1/accounts/:id/statuses', ...pages);
    expect(await session.find(postOf(['Hello']))).toEqual({ found: 'none' });
  });

  it('reads page after page, back to the hour of the post', async () => {
    const { clock, server } = setting;
    for (let count = 1; count <= 50; count++) server.postAs('ada', { text: 'Old', createdAt: clock.now - 2 * HOUR_MS });
    const wanted = server.postAs('ada', { text: 'Hello' });
    for (let count = 1; count <= 90; count++) server.postAs('ada', { text: `Post ${count}` });
    expect(await session.find(postOf(['Hello']))).toMatchObject({ found: 'all', parts: [{ remoteId: wanted.id }] });
    const pages = setting.exchanges.filter(({ step }) => step === 'look for the post');
    expect(pages).toHaveLength(3);
  });

  it('proves nothing where the account has posted too much since', async () => {
    for (let count = 1; count <= 1001; count++) setting.server.postAs('ada', { text: 'Noise' });
    expect(await session.find(postOf(['Hello']))).toMatchObject({
      found: 'unclear',
      why: expect.stringContaining('1000'),
    });
    setting.clock.now += 2 * HOUR_MS;
    expect((await publish(session, postOf(['Hello']))).error).toMatchObject({ errorClass: 'unknown' });
    expect(texts()).not.toContain('Hello');
  });
});

describe('a post that is out', () => {
  it('has figures, until it is gone', async () => {
    const { parts } = await publish(session, postOf(['One', 'Two']));
    const [first] = setting.server.world.statuses;
    if (first) first.figures = { favourites: 3, reblogs: 2 };
    expect(await session.figures(parts)).toEqual({ likes: 3, reposts: 2, replies: 1 });
    await session.remove(parts);
    expect(texts()).toEqual([]);
    expect(await session.figures(parts)).toBeNull();
  });

  it('is removed from its last part on, also where one is gone already', async () => {
    const { parts } = await publish(session, postOf(['One', 'Two', 'Three']));
    await session.remove(parts.slice(1, 2));
    const from = setting.exchanges.length;
    await session.remove(parts);
    const deleted = setting.exchanges.slice(from).map(({ url }) => url.split('/').at(-1));
    expect(deleted).toEqual(parts.map(({ remoteId }) => remoteId).reverse());
    expect(texts()).toEqual([]);
  });
});
