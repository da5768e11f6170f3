import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { openSession, type Setting, startSetting } from '../../../../helpers/linkedin/publishing.ts';
import type { Fault } from '../../../../helpers/publishing/imitation.ts';
import {
  failure,
  mediaOf,
  PICTURE,
  postOf,
  publish,
  VIDEO_START,
} from '../../../../helpers/publishing/platform-sessions.ts';

let setting: Setting;
let session: Session;
beforeEach(async () => {
  setting = await startSetting({ processingMs: 60_000 });
  session = await openSession(setting);
});
afterEach(() => setting.server.close());

const MIB = 1024 * 1024;
const posts = () => setting.server.world.posts;
const mediaNamed = (id = '') => setting.server.world.media.get(id);
const instead = (status: number, body?: string | object, headers?: Record<string, string>): Fault => ({
  when: 'before',
  answer: { status, ...(body !== undefined && { body }), ...(headers && { headers }) },
});
const video = (bytes = 1000) => mediaOf(Buffer.concat([VIDEO_START, Buffer.alloc(bytes)]), 'video/mp4', 'A boat');

describe('a post', () => {
  it('goes out as it is written, signs and hashtags and all', async () => {
    const text = 'Bread (and *salt*) for me@example.com #bread_time https://example.com/a_b {x} ~ <y>';
    const { parts, error } = await publish(session, postOf([text]));
    expect(error).toBeNull();
    expect(posts()).toMatchObject([{ text, media: [] }]);
    const urn = posts()[0]?.urn;
    expect(parts).toEqual([{ remoteId: urn, url: `https://www.linkedin.com/feed/update/${urn}/` }]);
  });

  it('takes 3000 characters, however many signs of them are escaped', async () => {
    expect((await publish(session, postOf(['_'.repeat(3000)]))).error).toBeNull();
    expect(posts()[0]?.text).toHaveLength(3000);
    expect((await publish(session, postOf(['_'.repeat(3001)]))).error).toMatchObject({ errorClass: 'rejected' });
  });

  it.each([1, 2, 20])('takes %i pictures along, in order and with their alt texts', async (count) => {
    const alts = Array.from({ length: count }, (_, index) => (index % 2 ? '' : `Picture ${index} "ü" (x)`));
    const pictures = alts.map((alt) => mediaOf(PICTURE, 'image/jpeg', alt));
    expect((await publish(session, postOf(['Pictures'], pictures))).error).toBeNull();
    const media = posts()[0]?.media ?? [];
    expect(media.map(({ altText }) => altText ?? '')).toEqual(alts);
    for (const { id } of media) expect(mediaNamed(id)?.parts).toEqual([PICTURE]);
  });

  it.each([1, 4 * MIB, 4 * MIB + 1, 9 * MIB])('sends a video of %i bytes part by part', async (size) => {
    const bytes = Buffer.alloc(size, 'a moving picture');
    expect((await publish(session, postOf(['A film'], [mediaOf(bytes, 'video/mp4', 'A boat')]))).error).toBeNull();
    const media = mediaNamed(posts()[0]?.media[0]?.id);
    expect(media?.parts).toHaveLength(Math.ceil(size / (4 * MIB)));
    expect(Buffer.concat(media?.parts.map((part) => part ?? Buffer.alloc(0)) ?? []).equals(bytes)).toBe(true);
    expect(posts()[0]?.media).toEqual([{ id: media?.urn }]);
  });

  it('waits for its video, and not for ever', async () => {
    setting.server.fail('GET /rest/videos/:urn', instead(503, '<html>'));
    expect((await publish(session, postOf([''], [video()]))).error).toBeNull();
    setting.server.world.processing = 'never';
    expect(await failure(session.prepare(postOf([''], [video()])))).toMatchObject({
      errorClass: 'transient',
      message: 'LinkedIn did not finish processing video 1 within 15 minutes.',
    });
    setting.server.world.processing = 'failed';
    expect(await failure(session.prepare(postOf([''], [video()])))).toMatchObject({
      errorClass: 'rejected',
      message: 'LinkedIn could not process video 1: The video has no picture',
    });
  });

  it('is not uploaded in parts that do not make the file, nor without ETags', async () => {
    const begin = 'POST /rest/videos?action=initializeUpload';
    const value = (uploadInstructions: object[]) => ({
      value: { video: 'urn:li:video:1', uploadToken: '', uploadInstructions },
    });
    const uploadUrl = `${setting.server.origin}/upload/1`;
    for (const parts of [
      [{ uploadUrl, firstByte: 0, lastByte: 10 }],
      [{ uploadUrl, firstByte: 5, lastByte: 4 }],
      [{ uploadUrl, firstByte: 0, lastByte: 1e12 }],
    ]) {
      setting.server.fail(begin, instead(200, value(parts)));
      expect(await failure(session.prepare(postOf([''], [video()])))).toMatchObject({
        errorClass: 'transient',
        message: expect.stringContaining('do not make the whole file'),
      });
    }
    setting.server.fail('PUT /upload', instead(201));
    expect(await failure(session.prepare(postOf([''], [video()])))).toMatchObject({ errorClass: 'transient' });
  });

  it('uploads nowhere but to LinkedIn', async () => {
    const stranger = { value: { uploadUrl: 'https://linkedin.com.example/steal', image: 'urn:li:image:1' } };
    setting.server.fail('POST /rest/images?action=initializeUpload', instead(200, stranger));
    expect(await failure(session.prepare(postOf([''], [mediaOf(PICTURE)])))).toMatchObject({
      errorClass: 'rejected',
      message: 'LinkedIn named an address of linkedin.com.example.',
    });
  });

  it('can be deleted, once and again', async () => {
    const { parts } = await publish(session, postOf(['Hello']));
    expect(await session.figures(parts)).toEqual({ likes: null, reposts: null, replies: null });
    await session.remove(parts);
    expect(posts()).toEqual([]);
    setting.server.fail('DELETE /rest/posts/:urn', instead(404, { message: 'Not found' }));
    await session.remove(parts);
    const { headers } = setting.server.requests.at(-1) ?? {};
    expect(headers).toMatchObject({
      'linkedin-version': '202607',
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': 'DELETE',
    });
  });
});

describe('a post whose answer was lost', () => {
  it('is not taken for another delivery’s post with the same words', async () => {
    const [other] = (await publish(session, postOf(['Hello']))).parts;
    const post = { ...postOf(['Hello']), taken: async () => [other?.remoteId ?? ''] };
    expect((await publish(session, post)).error).toMatchObject({
      errorClass: 'rejected',
      message: `Content is a duplicate of ${other?.remoteId}. Change the words.`,
    });
  });
});
