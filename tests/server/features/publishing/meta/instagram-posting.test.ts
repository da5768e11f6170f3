import { describe, expect, it } from 'vitest';
import { ByHandNeeded, type OutgoingMedia } from '../../../../../server/features/publishing/publisher.ts';
import { addMedia } from '../../../../helpers/meta/instagram.ts';
import { openInstagram, picture, startSetting, video } from '../../../../helpers/meta/publishing.ts';
import { graphError, type Professional } from '../../../../helpers/meta/world.ts';
import type { Fault } from '../../../../helpers/publishing/imitation.ts';
import { failure, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach } from '../../../../helpers/publishing/publisher-tests.ts';

const HOUR_MS = 3_600_000;

const setting = ofEach(() => startSetting({ processingMs: 30_000 }));
const session = ofEach(() => openInstagram(setting));

const world = () => setting.server.world;
const instead = (code: number, subcode?: number, message = 'No'): Fault => ({
  when: 'before',
  answer: { status: 400, body: graphError(code, message, subcode) },
});
const madeByAi = (media: OutgoingMedia): OutgoingMedia => ({ ...media, isAiMade: true });

describe('a post on Instagram', () => {
  it('goes out as a picture, fetched from the linked Page, where nobody sees it', async () => {
    await publish(session, postOf(['Bread #baking'], [madeByAi(picture('A loaf'))]));
    const { containers, photos, posts } = world();
    expect(containers).toMatchObject([
      { mediaType: 'IMAGE', caption: 'Bread #baking', alt: 'A loaf', isAi: true, isItem: false },
    ]);
    expect(containers[0]?.imageUrl).toContain(`/cdn/${photos[0]?.id}.jpg`);
    expect(posts).toEqual([]);
  });

  it('is fetched from its public address where it has one, and from the Page where Instagram cannot reach that', async () => {
    const media = { ...picture('A loaf'), address: 'https://pictures.example/signed/loaf.jpg?token=1' };
    expect((await publish(session, postOf(['Bread'], [media]))).error).toBeNull();
    expect(world().containers).toMatchObject([{ imageUrl: media.address, alt: 'A loaf' }]);
    expect(world().photos).toEqual([]);
    for (const [code, subcode] of [[9004, 2_207_052] as const, [-2, 2_207_003] as const]) {
      world().containers.length = 0;
      setting.server.fail('POST /:id/media', instead(code, subcode, 'The media could not be fetched'));
      expect((await publish(session, postOf(['Cake'], [media]))).error).toBeNull();
      expect(world().containers[0]?.imageUrl).toContain(`/cdn/${world().photos.at(-1)?.id}.jpg`);
    }
    const unreachable = instead(9004, 2_207_052, 'The media could not be fetched');
    setting.server.fail('POST /:id/media', unreachable, unreachable);
    expect(await failure(session.prepare(postOf(['Rye'], [media])))).toBeInstanceOf(ByHandNeeded);
  });

  it('goes out as a carousel of pictures and videos, said to be made by a model as a whole', async () => {
    const files = [picture('One'), madeByAi(picture('Two')), video()];
    expect((await publish(session, postOf(['All'], files))).error).toBeNull();
    const [one, two, film, carousel] = world().containers;
    expect([one, two, film]).toMatchObject([
      { alt: 'One', isItem: true, isAi: false, caption: '' },
      { alt: 'Two', isItem: true, isAi: false },
      { mediaType: 'VIDEO', isItem: true, file: { size: 5000 } },
    ]);
    const children = [one, two, film].map((item) => item?.id);
    expect(carousel).toMatchObject({ mediaType: 'CAROUSEL', children, isAi: true, caption: 'All' });
    expect(world().media).toMatchObject([{ mediaType: 'CAROUSEL_ALBUM' }]);
  });

  it('goes out as a story, which is found among stories by the container that made it', async () => {
    const story = (...media: OutgoingMedia[]) => ({
      ...postOf(['Bread', 'Thanks'], media),
      options: { format: 'story' },
    });
    expect(await failure(session.prepare(story(picture(), picture())))).toMatchObject({ errorClass: 'rejected' });
    const post = story(picture('A loaf'));
    expect(await session.find(post)).toEqual({ found: 'none' });
    setting.server.fail('POST /:id/media_publish', { when: 'before', answer: 'cut' });
    expect((await publish(session, post)).error).toMatchObject({ errorClass: 'unknown' });
    expect(await session.find(post)).toEqual({ found: 'none' });
    const { parts, error } = await publish(session, post);
    expect(error).toBeNull();
    expect(parts).toMatchObject([
      { remoteId: world().media[0]?.id, note: expect.stringContaining('cannot have a first comment') },
    ]);
    expect(world().media).toMatchObject([{ isStory: true, mediaType: 'IMAGE', caption: '' }]);
    expect(world().comments).toEqual([]);
    expect(await session.find(post)).toMatchObject({ found: 'all', parts: [{ remoteId: parts[0]?.remoteId }] });
    // Another story, of which nothing is recorded here.
    expect(await session.find(story(picture()))).toMatchObject({ found: 'unclear' });
  });

  it('goes out as a reel from the local file, with the first comment below it', async () => {
    const { parts, error } = await publish(session, postOf(['Film', 'Thanks'], [video()]));
    expect(error).toBeNull();
    expect(world().containers).toMatchObject([{ mediaType: 'REELS', isAi: false, file: { size: 5000 } }]);
    expect(world().comments).toMatchObject([{ objectId: parts[0]?.remoteId, message: 'Thanks' }]);
    expect(setting.exchanges.filter(({ step }) => step === 'wait for Instagram').length).toBeLessThan(12);
  });

  it('says what is left of the day, and that nothing is', async () => {
    const use = { posts: 2, files: 1, videos: 0, videoBytes: 0, mills: 0 };
    world().options.postsPerDay = 2;
    expect(await session.quota(use)).toEqual([{ of: 'posts', left: 2, until: null, words: null }]);
    await publish(session, postOf(['One'], [picture()]));
    expect(await session.quota(use)).toMatchObject([{ left: 2 }]);
    await publish(session, postOf(['Two'], [picture()]));
    expect(await session.quota(use)).toMatchObject([{ left: 0 }]);
    expect((await publish(session, postOf(['Three'], [picture()]))).error).toMatchObject({ errorClass: 'rate_limit' });
  });
});

describe('publishing a container', () => {
  it('waits a little where Instagram says that it is not ready', async () => {
    const early = instead(9007, 2_207_027, 'Media ID is not available');
    setting.server.fail('POST /:id/media_publish', early, early);
    expect((await publish(session, postOf(['Bread'], [picture()]))).error).toBeNull();
    expect(world().media).toHaveLength(1);
    setting.server.fail('POST /:id/media_publish', ...Array.from({ length: 9 }, () => early));
    expect((await publish(session, postOf(['Cake'], [picture()]))).error).toMatchObject({ errorClass: 'transient' });
    expect(world().media).toHaveLength(1);
  });

  it('tries again with a new container where the old one is gone', async () => {
    const prepared = await session.prepare(postOf(['Bread'], [picture()]));
    setting.clock.now += 25 * HOUR_MS;
    expect(await failure(prepared.publish([], async () => undefined))).toMatchObject({ errorClass: 'transient' });
    expect(world().media).toEqual([]);
  });

  it('believes the container where a refusal is said of a post that is out', async () => {
    const restricted = graphError(4, 'We restrict certain activity', 2_207_051);
    setting.server.fail('POST /:id/media_publish', { when: 'after', answer: { status: 400, body: restricted } });
    const { parts, error } = await publish(session, postOf(['Bread'], [picture()]));
    expect(error).toBeNull();
    expect(parts).toMatchObject([{ remoteId: world().media[0]?.id }]);
    setting.server.fail('POST /:id/media_publish', instead(4, 2_207_051, 'We restrict certain activity'));
    expect((await publish(session, postOf(['Cake'], [picture()]))).error).toMatchObject({ errorClass: 'rate_limit' });
  });
});

describe('reading back a post of Instagram', () => {
  const elsewhere = (caption: string, more: object = {}) =>
    addMedia(world(), world().professionals[0] as Professional, { caption, ...more });

  it('knows its kind, and cannot tell one without a caption from another', async () => {
    elsewhere('Bread', { mediaType: 'VIDEO' });
    expect(await session.find(postOf(['Bread'], [picture()]))).toEqual({ found: 'none' });
    elsewhere('');
    expect(await session.find(postOf([''], [picture()]))).toMatchObject({ found: 'unclear' });
  });
});

describe('a post by a token of Instagram', () => {
  const session = ofEach(() => openInstagram(setting, 'instagram'));

  it('is the person’s turn where a picture has no public address', async () => {
    const error = await failure(session.prepare(postOf(['Bread'], [picture()])));
    expect(error).toBeInstanceOf(ByHandNeeded);
    expect(error?.message).toContain('public address');
    expect(world().containers).toEqual([]);
  });

  it('fetches a picture from its public address', async () => {
    const media = { ...picture('A loaf'), address: 'https://pictures.example/signed/loaf.jpg?token=1' };
    expect((await publish(session, postOf(['Bread', 'Below'], [media]))).error).toBeNull();
    expect(world().containers).toMatchObject([{ imageUrl: media.address, alt: 'A loaf' }]);
    expect(world().comments).toHaveLength(1);
    setting.server.fail('POST /:id/media', instead(9004, 2_207_052, 'The media could not be fetched'));
    const error = await failure(session.prepare(postOf(['Bread'], [media])));
    expect(error).toBeInstanceOf(ByHandNeeded);
    expect(error?.message).toContain('could not be fetched');
  });

  it('uploads a video, unless the app may not', async () => {
    expect((await publish(session, postOf(['Film'], [video()]))).error).toBeNull();
    setting.server.fail('POST /:id/media', instead(100, undefined, 'The parameter video_url is required'));
    const error = await failure(session.prepare(postOf(['Film'], [video()])));
    expect(error).toBeInstanceOf(ByHandNeeded);
    expect(error?.message).toContain('video_url is required');
  });
});
