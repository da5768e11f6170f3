import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { mediaOf, PICTURE, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';
import { addPost } from '../../../../helpers/x/posts.ts';
import { openSession, type Setting, startSetting } from '../../../../helpers/x/publishing.ts';

let setting: Setting;
let session: Session;
beforeEach(async () => {
  setting = await startSetting();
  session = await openSession(setting);
});
afterEach(() => setting.server.close());

const CREATE = 'POST /2/tweets';
const posts = () => setting.server.world.posts;

describe('a post whose answer was lost', () => {
  it.each([
    'Plain words',
    'Bread & "salt" <now> 5 > 3 &amp; so on',
    'Two links: https://example.com/a?b=1&c=2 and example.org/path/, with a dot.',
    'Lines\n\n  and   blanks \u{1F35E} ',
    'Cafe\u0301 #Tag @bob',
  ])('is found by its words: %s', async (text) => {
    setting.server.fail(CREATE, { when: 'after', answer: 'cut' });
    const post = postOf([text]);
    expect((await publish(session, post)).error).toMatchObject({ errorClass: 'unknown' });
    const id = posts()[0]?.id;
    expect(await session.find(post)).toEqual({
      found: 'all',
      parts: [{ remoteId: id, url: `https://x.com/ada/status/${id}` }],
    });
  });

  it('is found with its pictures and without words', async () => {
    setting.server.fail(CREATE, { when: 'after', answer: { status: 500 } });
    const post = postOf([''], [mediaOf(PICTURE), mediaOf(PICTURE)]);
    expect((await publish(session, post)).error).toMatchObject({ errorClass: 'unknown' });
    expect(await session.find(post)).toMatchObject({ found: 'all' });
    expect(await session.find({ ...post, media: post.media.slice(1) })).toEqual({ found: 'none' });
  });
});

describe('the same words', () => {
  it('that X refuses are the post itself where its answer was lost and it was not listed yet', async () => {
    setting.server.world.listedAfterMs = 4_000;
    setting.server.fail(CREATE, { when: 'after', answer: 'cut' });
    const post = postOf(['Hello']);
    await publish(session, post);
    expect(await session.find(post)).toEqual({ found: 'none' });
    const { parts, error } = await publish(session, post);
    expect(error).toBeNull();
    expect(parts).toMatchObject([{ remoteId: posts()[0]?.id }]);
    expect(posts()).toHaveLength(1);
  });

  it('of another post are refused in X’s words, with what to do', async () => {
    const [other] = (await publish(session, postOf(['Hello']))).parts;
    const post = { ...postOf(['Hello']), taken: async () => [other?.remoteId ?? ''] };
    expect((await publish(session, post)).error).toMatchObject({
      errorClass: 'rejected',
      message:
        'You are not allowed to create a Tweet with duplicate content. The account has posted the same words lately: change them.',
    });
    expect(await session.find(post)).toEqual({ found: 'none' });
  });

  it('of a post long before, or of a reply, are not this post', async () => {
    const { world } = setting.server;
    addPost(world, setting.ada, { text: 'Hello', createdAt: setting.clock.now - 11 * 60_000 });
    const first = addPost(world, setting.ada, { text: 'Something' });
    addPost(world, setting.ada, { text: 'Hello', replyTo: first.id });
    expect(await session.find(postOf(['Hello']))).toEqual({ found: 'none' });
  });
});

describe('an account that has posted much', () => {
  it('is read page by page, and not without end', async () => {
    const post = postOf(['Needle']);
    addPost(setting.server.world, setting.ada, { text: 'Needle' });
    for (let count = 0; count < 250; count++) addPost(setting.server.world, setting.ada, { text: `Hay ${count}` });
    expect(await session.find(post)).toMatchObject({ found: 'all' });
    for (let count = 0; count < 300; count++) addPost(setting.server.world, setting.ada, { text: `More hay ${count}` });
    const pages = () => setting.server.requests.filter(({ name }) => name === 'GET /2/users/:id/tweets').length;
    const before = pages();
    expect(await session.find(post)).toMatchObject({ found: 'unclear', why: expect.stringContaining('500 times') });
    expect(pages() - before).toBe(5);
  });
});
