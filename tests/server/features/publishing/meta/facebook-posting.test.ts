import { describe, expect, it } from 'vitest';
import type { OutgoingMedia } from '../../../../../server/features/publishing/publisher.ts';
import { openPage, picture, startSetting, video } from '../../../../helpers/meta/publishing.ts';
import { graphError } from '../../../../helpers/meta/world.ts';
import { type Fault, instead } from '../../../../helpers/publishing/imitation.ts';
import { failure, mediaOf, postOf, publish, sha256 } from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';

const CUT: Fault = { when: 'after', answer: 'cut' };
const BROKEN: Fault = { when: 'after', answer: { status: 500 } };

const setting = ofEach(() => startSetting());
const session = ofEach(() => openPage(setting));

const world = () => setting.server.world;
const wide = () => ({ ...video(), width: 1920, height: 1080 });

describe('a post on a Page', () => {
  it('shows the card of its first link, and with a picture no empty message', async () => {
    await publish(session, postOf(['Read (https://example.com/bread?a=1). And https://other.example']));
    await publish(session, postOf([''], [picture()]));
    expect(world().posts).toMatchObject([{ link: 'https://example.com/bread?a=1' }, { message: null, link: null }]);
  });

  it('takes no comment of somebody else for its own, and does not guess whose post without words it is', async () => {
    const commented = postOf(['Bread', 'The recipe']);
    await publish(session, commented);
    for (const comment of world().comments) comment.fromId = '77';
    expect(await session.find(commented)).toMatchObject({ found: 'some' });
    const post = postOf([''], [picture()]);
    expect(await session.find(post)).toEqual({ found: 'none' });
    setting.server.fail('POST /:id/feed', CUT);
    await publish(session, post);
    expect(await session.find(post)).toMatchObject({ found: 'unclear', why: expect.stringMatching(/without text/) });
  });

  it('tells an ended version apart, and names the setting', async () => {
    const old = await openPage(setting, { version: 'v19.0' });
    setting.server.fail('POST /:id/feed', instead(400, graphError(100, 'Unknown parameter')));
    expect((await publish(old, postOf(['x']))).error).toMatchObject({
      message: expect.stringMatching(/Unknown parameter.*v19\.0 of the Graph API has ended: Meta answers as v26\.0/),
    });
  });
});

describe('a story', () => {
  const story = (...media: OutgoingMedia[]) => ({
    ...postOf(['A walk', 'Thanks'], media),
    options: { format: 'story' },
  });

  it('is one picture or one short video without words, and is removed', async () => {
    for (const files of [[], [picture(), picture()], [{ ...video(), seconds: 61 }]])
      expect(await failure(session.prepare(story(...files)))).toMatchObject({ errorClass: 'rejected' });
    const film = story({ ...video(), seconds: 60 });
    const { parts, error } = await publish(session, film);
    expect(error).toBeNull();
    const [made] = world().stories;
    expect(parts).toMatchObject([
      { remoteId: made?.id, note: 'A story cannot have a first comment, so none was posted.' },
    ]);
    expect(world().videos).toMatchObject([{ kind: 'story', description: '' }]);
    expect(world().comments).toEqual([]);
    expect(await session.find(film)).toEqual({ found: 'all', parts });
    expect(await session.figures(parts)).toEqual({});
    await session.remove(parts);
    expect(world().stories).toEqual([]);
  });

  it('is found by its file after a lost answer, and is not guessed', async () => {
    const post = story(picture());
    expect(await session.find(post)).toEqual({ found: 'none' });
    setting.server.fail('POST /:id/photo_stories', CUT);
    expect((await publish(session, post)).error).toMatchObject({ errorClass: 'unknown' });
    expect(await session.find(post)).toMatchObject({ found: 'all', parts: [{ remoteId: world().stories[0]?.id }] });
    expect(await session.find({ ...story(picture()) })).toMatchObject({ found: 'unclear' });
    const film = story(video());
    setting.server.fail('POST /:id/video_stories', null, BROKEN);
    expect((await publish(session, film)).error).toBeNull();
    expect(world().stories).toHaveLength(2);
  });
});

describe('a reel', () => {
  it('is an upright, large and short video, which is found, counted and removed', async () => {
    const film = { ...video(), width: 1080, height: 1920, seconds: 90, frameRate: 23.976 };
    const post = postOf(['A film', 'Thanks'], [film]);
    expect(await session.find(post)).toMatchObject({
      found: 'unclear',
      why: expect.stringMatching(/still be being processed/),
    });
    const { parts, error } = await publish(session, post);
    expect(error).toBeNull();
    const [reel] = world().videos;
    expect(reel).toMatchObject({ kind: 'reel', state: 'finished', description: 'A film', file: { size: 5000 } });
    expect(parts[0]).toEqual({ remoteId: reel?.id, url: `https://www.facebook.com/reel/${reel?.id}` });
    expect(world().comments).toMatchObject([{ objectId: reel?.id }]);
    expect(setting.exchanges.filter(({ step }) => step === 'wait for video').length).toBeLessThan(12);
    expect(await session.find(post)).toEqual({ found: 'all', parts });
    expect(await session.figures(parts)).toEqual({ likes: 4, comments: 1 });
    await session.remove(parts);
    expect(world().videos).toEqual([]);
  });

  it('is uploaded nowhere but to Meta', async () => {
    const body = { video_id: '1', upload_url: 'https://elsewhere.example/video-upload/v26.0/1' };
    setting.server.fail('POST /:id/video_reels', instead(200, body));
    expect(await failure(session.prepare(postOf(['x'], [video()])))).toEqual(
      problem('transient', 'no address of its own'),
    );
  });
});

describe('an ordinary video', () => {
  it.each([
    ['landscape', { width: 1920, height: 1080 }],
    ['small', { width: 500, height: 960 }],
    ['long', { width: 1080, height: 1920, seconds: 91 }],
    ['short', { width: 1080, height: 1920, seconds: 2 }],
    ['slow', { width: 1080, height: 1920, frameRate: 15 }],
  ])('is what is too %s for a reel, sent chunk by chunk', async (_, shape) => {
    world().options.chunkBytes = 2000;
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251));
    const film = { ...mediaOf(bytes, 'video/mp4'), ...shape };
    const { parts, error } = await publish(session, postOf(['A film', 'Thanks'], [film]));
    expect(error).toBeNull();
    const [made, ...others] = world().videos;
    expect(others).toEqual([]);
    expect(made).toMatchObject({ kind: 'video', state: 'finished', description: 'A film', isPublished: true });
    const chunks = [bytes.subarray(0, 2000), bytes.subarray(2000, 4000), bytes.subarray(4000)];
    expect(made?.chunks).toEqual(chunks.map(sha256));
    const url = `https://www.facebook.com/${world().pages[0]?.id}/videos/${made?.id}`;
    expect(parts[0]).toEqual({ remoteId: made?.id, url });
    expect(world().comments).toMatchObject([{ objectId: made?.id, message: 'Thanks' }]);
  });

  it('sends a chunk again that did not get through, and gives up on one that Facebook refuses', async () => {
    const transfers = () => setting.exchanges.filter(({ step }) => step === 'upload video').length;
    setting.server.fail('POST /:id/videos', { when: 'after', answer: { status: 200, body: {} } });
    expect(await failure(session.prepare(postOf(['x'], [wide()])))).toMatchObject({ errorClass: 'transient' });
    world().options.chunkBytes = 3000;
    setting.server.fail('POST /:id/videos', null, instead(503));
    expect((await publish(session, postOf(['A film'], [wide()]))).error).toBeNull();
    expect(world().videos.at(-1)).toMatchObject({ state: 'finished', chunks: { length: 2 } });
    expect(transfers()).toBe(3);
    world().options.chunkBytes = 0;
    expect(await failure(session.prepare(postOf(['x'], [wide()])))).toMatchObject({
      errorClass: 'transient',
      message: 'Facebook asked for no part of the video.',
    });
  });

  it('is left to the person where Facebook keeps it as a draft', async () => {
    world().processing = 'draft';
    const prepared = await session.prepare(postOf(['A film'], [wide()]));
    await expect(prepared.publish([], async () => undefined)).rejects.toMatchObject({
      message: expect.stringContaining('keeps it as a draft'),
    });
  });
});

it.each([
  ['reel', 'POST /:id/video_reels', video],
  ['video', 'POST /:id/videos', wide],
] as const)('a %s itself is asked whether it is out where no answer came', async (_, route, film) => {
  const post = postOf(['Film'], [film()]);
  // The response to the call that starts the upload must be complete.
  setting.server.fail(route, { when: 'after', answer: { status: 200, body: {} } });
  expect(await failure(session.prepare(post))).toMatchObject({ errorClass: 'transient' });
  for (const fault of [CUT, BROKEN]) {
    const prepared = await session.prepare(post);
    setting.server.fail(route, fault);
    const [part] = await prepared.publish([], async () => undefined);
    expect(part?.remoteId).toBe(world().videos.at(-1)?.id);
  }
  const prepared = await session.prepare(post);
  setting.server.fail(route, { when: 'before', answer: 'cut' });
  expect(await failure(prepared.publish([], async () => undefined))).toMatchObject({ errorClass: 'unknown' });
  const [first, second] = world().videos.filter(({ state }) => state === 'finished');
  const looked = await session.find({ ...post, taken: async () => [first?.id ?? ''] });
  expect(looked).toMatchObject({ found: 'all', parts: [{ remoteId: second?.id }] });
});
