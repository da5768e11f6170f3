import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingMedia, Session } from '../../../../../server/features/publishing/publisher.ts';
import { openPage, picture, type Setting, startSetting, video } from '../../../../helpers/meta/publishing.ts';
import { graphError } from '../../../../helpers/meta/world.ts';
import type { Fault } from '../../../../helpers/publishing/imitation.ts';
import { failure, mediaOf, PICTURE, postOf, publish } from '../../../../helpers/publishing/platform-sessions.ts';

let setting: Setting;
let session: Session;
beforeEach(async () => {
  setting = await startSetting({ processingMs: 60_000 });
  session = await openPage(setting);
});
afterEach(() => setting.server.close());

const world = () => setting.server.world;
const instead = (
  code: number,
  message = 'No',
  more: { status?: number; headers?: Record<string, string> } = {},
): Fault => ({
  when: 'before',
  answer: { status: 400, body: graphError(code, message), ...more },
});

describe('a post on a Page', () => {
  it('shows the card of its first link', async () => {
    await publish(session, postOf(['Read (https://example.com/bread?a=1). And https://other.example']));
    expect(world().posts).toMatchObject([{ link: 'https://example.com/bread?a=1' }]);
  });

  it('takes one picture or several along, in order, with their alt texts', async () => {
    await publish(session, postOf(['One'], [picture('A loaf')]));
    const { error } = await publish(session, postOf(['https://example.com'], ['First', '', 'Dritte "ü"'].map(picture)));
    expect(error).toBeNull();
    const { photos, posts } = world();
    expect(photos.map(({ alt }) => alt)).toEqual(['A loaf', 'First', '', 'Dritte "ü"']);
    expect(photos[0]?.file).toEqual({
      mimeType: 'image/jpeg',
      size: PICTURE.byteLength,
      sha256: createHash('sha256').update(PICTURE).digest('hex'),
    });
    expect(posts[1]).toMatchObject({ photoIds: photos.slice(1).map(({ id }) => id), link: null });
  });

  it('sends no empty message with a picture', async () => {
    expect((await publish(session, postOf([''], [picture()]))).error).toBeNull();
    expect(world().posts).toMatchObject([{ message: null }]);
  });

  it('goes out as a reel once Facebook has processed the video', async () => {
    const began = setting.clock.now;
    const { parts, error } = await publish(session, postOf(['A film', 'Thanks'], [video()]));
    expect(error).toBeNull();
    const [reel] = world().videos;
    expect(reel).toMatchObject({ state: 'finished', description: 'A film', file: { size: 5000 } });
    expect(parts[0]).toEqual({ remoteId: reel?.id, url: `https://www.facebook.com/reel/${reel?.id}` });
    expect(world().comments).toMatchObject([{ objectId: reel?.id }]);
    expect(setting.clock.now - began).toBeGreaterThanOrEqual(60_000);
    expect(setting.exchanges.filter(({ step }) => step === 'wait for video').length).toBeLessThan(12);
  });

  it.each([
    ['landscape', { width: 1920, height: 1080 }],
    ['small', { width: 500, height: 960 }],
    ['long', { width: 1080, height: 1920, seconds: 91 }],
    ['short', { width: 1080, height: 1920, seconds: 2 }],
    ['slow', { width: 1080, height: 1920, frameRate: 15 }],
  ])('goes out as an ordinary video where it is too %s for a reel, chunk by chunk', async (_, shape) => {
    world().options.chunkBytes = 2000;
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251));
    const film = { ...mediaOf(bytes, 'video/mp4'), ...shape };
    const { parts, error } = await publish(session, postOf(['A film', 'Thanks'], [film]));
    expect(error).toBeNull();
    const [made, ...others] = world().videos;
    expect(others).toEqual([]);
    expect(made).toMatchObject({ kind: 'video', state: 'finished', description: 'A film', isPublished: true });
    const hash = (from: number, to: number) => createHash('sha256').update(bytes.subarray(from, to)).digest('hex');
    expect(made?.chunks).toEqual([hash(0, 2000), hash(2000, 4000), hash(4000, 5000)]);
    const [page] = world().pages;
    expect(parts[0]).toEqual({
      remoteId: made?.id,
      url: `https://www.facebook.com/${page?.id}/videos/${made?.id}`,
    });
    expect(world().comments).toMatchObject([{ objectId: made?.id, message: 'Thanks' }]);
  });

  it('is a reel where it is upright, large and short enough', async () => {
    const reel = { ...video(), width: 1080, height: 1920, seconds: 90, frameRate: 23.976 };
    expect((await publish(session, postOf(['A film'], [reel]))).error).toBeNull();
    expect(world().videos).toMatchObject([{ kind: 'reel' }]);
  });

  it('sends a chunk of a video again that did not get through, and gives up on one that Facebook refuses', async () => {
    const film = { ...video(), width: 1920, height: 1080 };
    const transfers = () => setting.exchanges.filter(({ step }) => step === 'upload video').length;
    setting.server.fail('POST /:id/videos', { when: 'after', answer: { status: 200, body: {} } });
    expect(await failure(session.prepare(postOf(['x'], [film])))).toMatchObject({ errorClass: 'transient' });
    world().options.chunkBytes = 3000;
    let asked = 0;
    const { send } = setting.calls;
    setting.calls.send = (request) => {
      asked += request.step === 'upload video' ? 1 : 0;
      if (request.step === 'upload video' && asked === 1)
        setting.server.fail('POST /:id/videos', { when: 'before', answer: { status: 503 } });
      return send(request);
    };
    expect((await publish(session, postOf(['A film'], [film]))).error).toBeNull();
    expect(world().videos.at(-1)).toMatchObject({ state: 'finished', chunks: { length: 2 } });
    expect(transfers()).toBe(3);
    asked = 1;
    world().options.chunkBytes = 0;
    expect(await failure(session.prepare(postOf(['x'], [film])))).toMatchObject({
      errorClass: 'transient',
      message: 'Facebook asked for no part of the video.',
    });
  });

  it('leaves a video to the person that Facebook keeps as a draft', async () => {
    world().processing = 'draft';
    const film = { ...video(), width: 1920, height: 1080 };
    const prepared = await session.prepare(postOf(['A film'], [film]));
    await expect(prepared.publish([], async () => undefined)).rejects.toMatchObject({
      message: expect.stringContaining('keeps it as a draft'),
    });
  });

  it('says what Facebook could not process, and does not wait for ever', async () => {
    world().processing = 'failed';
    expect((await publish(session, postOf(['A film'], [video()]))).error).toMatchObject({
      errorClass: 'rejected',
      message: 'Facebook could not process the video: The video is shorter than 3 seconds.',
    });
    world().processing = 'never';
    const began = setting.clock.now;
    expect((await publish(session, postOf(['Another'], [video()]))).error).toMatchObject({ errorClass: 'unknown' });
    expect(setting.clock.now - began).toBeLessThan(17 * 60_000);
  });

  it('streams a large video as it is read, and stops reading when the connection breaks', async () => {
    const size = 60 * 1024 * 1024;
    const chunk = 256 * 1024;
    let read = 0;
    let ahead = 0;
    let isCancelled = false;
    const media: OutgoingMedia = {
      ...mediaOf(Buffer.alloc(0), 'video/mp4'),
      size,
      open: async () =>
        new ReadableStream<Uint8Array>({
          pull(controller) {
            controller.enqueue(new Uint8Array(chunk).fill(read / chunk));
            read += chunk;
            ahead = Math.max(ahead, read - setting.server.received());
            if (read === size) controller.close();
          },
          cancel() {
            isCancelled = true;
          },
        }),
    };
    expect((await publish(session, postOf(['Long'], [media]))).error).toBeNull();
    expect(world().videos[0]?.file?.size).toBe(size);
    expect(ahead).toBeLessThan(16 * 1024 * 1024);
    read = 0;
    const before = setting.server.received();
    const close = setInterval(() => {
      if (setting.server.received() - before > 4 * 1024 * 1024) setting.server.breakConnections();
    }, 1);
    expect(await failure(session.prepare(postOf(['x'], [media])))).toMatchObject({ errorClass: 'transient' });
    clearInterval(close);
    await expect.poll(() => isCancelled).toBe(true);
  });

  it('sends the token in headers alone, and keeps it out of what is recorded', async () => {
    const from = setting.server.requests.length;
    await publish(session, postOf(['Hello', 'Below'], [video()]));
    const { value = '' } = world().tokens.find(({ kind }) => kind === 'page') ?? {};
    const requests = setting.server.requests.slice(from);
    expect(requests.length).toBeGreaterThan(4);
    for (const { url } of requests) expect(url).not.toContain(value);
    expect(JSON.stringify(setting.exchanges)).not.toContain(value);
  });

  it('uploads nowhere but to Meta', async () => {
    const body = { video_id: '1', upload_url: 'https://elsewhere.example/video-upload/v26.0/1' };
    setting.server.fail('POST /:id/video_reels', { when: 'before', answer: { status: 200, body } });
    expect(await failure(session.prepare(postOf(['x'], [video()])))).toMatchObject({
      errorClass: 'transient',
      message: expect.stringContaining('no address of its own'),
    });
  });
});

describe('what goes wrong on a Page', () => {
  it('tells an ended version apart, and names the setting', async () => {
    const old = await openPage(setting, { version: 'v19.0' });
    setting.server.fail('POST /:id/feed', instead(100, 'Unknown parameter'));
    expect((await publish(old, postOf(['x']))).error).toMatchObject({
      message: expect.stringMatching(/Unknown parameter.*v19\.0 of the Graph API has ended: Meta answers as v26\.0/),
    });
  });

  it('takes no more reels than a day has', async () => {
    world().options.reelsPerDay = 1;
    await publish(session, postOf(['One'], [video()]));
    expect((await publish(session, postOf(['Two'], [video()]))).error).toMatchObject({ errorClass: 'rate_limit' });
  });

  it('refuses pictures that Facebook does not take', async () => {
    expect(await failure(session.prepare(postOf(['x'], [mediaOf(PICTURE, 'image/webp')])))).toMatchObject({
      errorClass: 'rejected',
      message: expect.stringContaining('Invalid image file'),
    });
    const large = mediaOf(Buffer.alloc(5 * 1024 * 1024), 'image/jpeg');
    expect(await failure(session.prepare(postOf(['x'], [large])))).toMatchObject({ errorClass: 'rejected' });
    expect((await publish(session, postOf(['x'.repeat(63_207)]))).error).toMatchObject({ errorClass: 'rejected' });
  });
});
