import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { addPost } from '../../../../helpers/meta/facebook.ts';
import { openPage, picture, type Setting, startSetting, video } from '../../../../helpers/meta/publishing.ts';
import type { Page, Post } from '../../../../helpers/meta/world.ts';
import type { Fault } from '../../../../helpers/publishing/imitation.ts';
import { failure, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';

const CUT: Fault = { when: 'after', answer: 'cut' };
const BROKEN: Fault = { when: 'after', answer: { status: 500 } };

let setting: Setting;
let session: Session;
beforeEach(async () => {
  setting = await startSetting();
  session = await openPage(setting);
});
afterEach(() => setting.server.close());

const world = () => setting.server.world;
const elsewhere = (more: Partial<Post>) => addPost(world(), world().pages[0] as Page, more);

describe('reading back a post of a Page', () => {
  it('takes no comment of somebody else for its own', async () => {
    const post = postOf(['Bread', 'The recipe']);
    await publish(session, post);
    for (const comment of world().comments) comment.fromId = '77';
    expect(await session.find(post)).toMatchObject({ found: 'some' });
  });

  it('does not guess whose post without words it is', async () => {
    const post = postOf([''], [picture()]);
    expect(await session.find(post)).toEqual({ found: 'none' });
    setting.server.fail('POST /:id/feed', CUT);
    await publish(session, post);
    expect(await session.find(post)).toMatchObject({ found: 'unclear', why: /without words/ });
  });

  it('reads page after page, and proves nothing where there are too many', async () => {
    const wanted = elsewhere({ message: 'Hello' });
    for (let count = 1; count <= 250; count++) elsewhere({ message: `Post ${count}` });
    expect(await session.find(postOf(['Hello']))).toMatchObject({ parts: [{ remoteId: wanted.id }] });
    for (let count = 1; count <= 800; count++) elsewhere({ message: `More ${count}` });
    expect(await session.find(postOf(['Hello']))).toMatchObject({ found: 'unclear', why: /too many/ });
  });

  it('asks the video itself whether its reel is out where no answer came', async () => {
    for (const fault of [CUT, BROKEN]) {
      // The first request of this route begins the upload.
      setting.server.fail('POST /:id/video_reels', { when: 'after', answer: { status: 200, body: {} } });
      expect(await failure(session.prepare(postOf(['Film'], [video()])))).toMatchObject({ errorClass: 'transient' });
      const prepared = await session.prepare(postOf(['Film'], [video()]));
      setting.server.fail('POST /:id/video_reels', fault);
      const [part] = await prepared.publish([], async () => undefined);
      expect(part?.remoteId).toBe(world().videos.at(-1)?.id);
    }
    const prepared = await session.prepare(postOf(['Film'], [video()]));
    setting.server.fail('POST /:id/video_reels', { when: 'before', answer: 'cut' });
    expect(await failure(prepared.publish([], async () => undefined))).toMatchObject({ errorClass: 'unknown' });
    expect(world().videos.filter(({ state }) => state === 'finished')).toHaveLength(2);
  });

  it('finds a reel, and does not call one absent that may be in processing', async () => {
    const post = postOf(['Film'], [video()]);
    expect(await session.find(post)).toMatchObject({ found: 'unclear', why: /still be being processed/ });
    const { parts } = await publish(session, post);
    expect(await session.find(post)).toEqual({ found: 'all', parts });
  });

  it('asks an ordinary video the same way, and finds it', async () => {
    const film = { ...video(), width: 1920, height: 1080 };
    const post = postOf(['Film'], [film]);
    for (const fault of [CUT, BROKEN]) {
      const prepared = await session.prepare(post);
      setting.server.fail('POST /:id/videos', fault);
      const [part] = await prepared.publish([], async () => undefined);
      expect(part?.remoteId).toBe(world().videos.at(-1)?.id);
    }
    const prepared = await session.prepare(post);
    setting.server.fail('POST /:id/videos', { when: 'before', answer: 'cut' });
    expect(await failure(prepared.publish([], async () => undefined))).toMatchObject({ errorClass: 'unknown' });
    const [first, second] = world().videos;
    const looked = await session.find({ ...post, taken: async () => [first?.id ?? ''] });
    const url = `https://www.facebook.com/${second?.pageId}/videos/${second?.id}`;
    expect(looked).toEqual({ found: 'all', parts: [{ remoteId: second?.id, url }] });
  });
});

describe('a post that is out on a Page', () => {
  it('has figures, until it is gone', async () => {
    const { parts } = await publish(session, postOf(['Bread', 'Below']));
    const [made] = world().posts;
    if (made) made.figures = { reactions: 12, comments: 3, shares: 0 };
    expect(await session.figures(parts)).toEqual({ likes: 12, reposts: 0, replies: 3 });
    await session.remove(parts);
    expect([world().posts, world().comments]).toEqual([[], []]);
    expect(await session.figures(parts)).toBeNull();
    await session.remove(parts);
  });

  it('has figures as a reel as well, and can be removed', async () => {
    const { parts } = await publish(session, postOf(['Film'], [video()]));
    expect(await session.figures(parts)).toEqual({ likes: 4, reposts: null, replies: 1 });
    await session.remove(parts);
    expect(world().videos).toEqual([]);
  });
});
