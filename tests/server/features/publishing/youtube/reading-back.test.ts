import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingPost, Session } from '../../../../../server/features/publishing/publisher.ts';
import { noteInMemory, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';
import { openSession, type Setting, startSetting, videoOf } from '../../../../helpers/youtube/publishing.ts';
import { addVideo } from '../../../../helpers/youtube/world.ts';

const MINUTE_MS = 60_000;
let setting: Setting;
let session: Session;
beforeEach(async () => {
  setting = await startSetting({ pageSize: 2 });
  session = await openSession(setting);
});
afterEach(() => setting.server.close());

/** As another machine sees the post: without the upload. */
const forgotten = (post: OutgoingPost): OutgoingPost => ({ ...post, upload: noteInMemory() });
const others = (count: number, title = 'Another') =>
  Array.from({ length: count }, () =>
    addVideo(
      setting.server.world,
      { snippet: { title }, status: { privacyStatus: 'public' } },
      { size: 1, sha256: '' },
    ),
  );

describe('a post that may be there', () => {
  it('is found among the uploads by its words and its time, whoever looks', async () => {
    const post = postOf(['A walk\nIn the  woods.'], [videoOf(10)]);
    const { parts } = await publish(session, post);
    others(5);
    expect(await session.find(forgotten(post))).toEqual({ found: 'all', parts });
  });

  it('is in doubt while a new video may not be listed yet, and absent after that', async () => {
    expect(await session.find(postOf(['A walk']))).toMatchObject({ found: 'unclear' });
    setting.clock.now += 11 * MINUTE_MS;
    expect(await session.find(postOf(['A walk']))).toEqual({ found: 'none' });
  });

  it('stays in doubt behind more videos than are read', async () => {
    others(25);
    setting.clock.now += 11 * MINUTE_MS;
    expect(await session.find(postOf(['A walk']))).toMatchObject({ found: 'unclear' });
  });

  it('found without an upload of this process is not uploaded again for its comment', async () => {
    const post = postOf(['A walk', 'Where?'], [videoOf(10)]);
    await publish(session, { ...post, parts: ['A walk'] });
    const later = forgotten(post);
    expect(await session.find(later)).toMatchObject({ found: 'some' });
    expect(await publish(session, later)).toMatchObject({ parts: [{}, {}], error: null });
    expect(setting.server.world.videos).toHaveLength(1);
  });
});

describe('a post that is out', () => {
  it('has figures, and none once it is gone', async () => {
    const { parts } = await publish(session, postOf(['A walk'], [videoOf(10)]));
    const [video] = setting.server.world.videos;
    if (video) video.statistics = { likeCount: '12', commentCount: '3' };
    expect(await session.figures(parts)).toEqual({ likes: 12, reposts: null, replies: 3 });
    if (video) video.statistics = {};
    expect(await session.figures(parts)).toEqual({ likes: null, reposts: null, replies: null });
    await session.remove(parts);
    expect(setting.server.world.videos).toEqual([]);
    await session.remove(parts);
    expect(await session.figures(parts)).toBeNull();
  });
});
