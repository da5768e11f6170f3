import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OutgoingMedia, Session } from '../../../../../server/features/publishing/publisher.ts';
import { openSession, type Setting, startSetting } from '../../../../helpers/mastodon/publishing.ts';
import { failure, postOf, publish, VIDEO_START } from '../../../../helpers/publishing/platform-sessions.ts';

const MB = 1024 * 1024;
/** As large as the limit of an instance allows. */
const SIZE = 99 * MB - 1;
const CHUNK = 256 * 1024;
/** What the sockets and both sides of the connection hold. */
const UNDERWAY_MAX = 16 * MB;

let setting: Setting;
let session: Session;
beforeEach(async () => {
  setting = await startSetting();
  session = await openSession(setting);
});
afterEach(() => setting.server.close());

/** A video that is made while it is read, and what became of it. */
function madeVideo() {
  const hash = createHash('sha256');
  const fate = { read: 0, mostUnderway: 0, isCancelled: false, sha256: () => hash.digest('hex') };
  const media: OutgoingMedia = {
    kind: 'video',
    mimeType: 'video/mp4',
    size: SIZE,
    width: null,
    height: null,
    alt: '',
    open: async () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          const chunk = new Uint8Array(Math.min(CHUNK, SIZE - fate.read)).fill(fate.read / CHUNK);
          if (fate.read === 0) chunk.set(VIDEO_START);
          hash.update(chunk);
          fate.read += chunk.byteLength;
          fate.mostUnderway = Math.max(fate.mostUnderway, fate.read - setting.server.received());
          controller.enqueue(chunk);
          if (fate.read === SIZE) controller.close();
        },
        cancel() {
          fate.isCancelled = true;
        },
      }),
  };
  return { media, fate };
}

it('passes a video of 99 MB on as it is read, and whole', async () => {
  const { media, fate } = madeVideo();
  expect((await publish(session, postOf(['A long film'], [media]))).error).toBeNull();
  expect(setting.server.world.media).toMatchObject([{ size: SIZE, sha256: fate.sha256() }]);
  expect(fate.mostUnderway).toBeLessThan(UNDERWAY_MAX);
});

it('stops reading a video when the connection breaks', async () => {
  const { media, fate } = madeVideo();
  const close = setInterval(() => {
    if (setting.server.received() > 5 * MB) setting.server.breakConnections();
  }, 1);
  expect(await failure(session.prepare(postOf(['x'], [media])))).toMatchObject({ errorClass: 'transient' });
  clearInterval(close);
  await expect.poll(() => fate.isCancelled).toBe(true);
  expect(fate.read).toBeLessThan(SIZE);
});
