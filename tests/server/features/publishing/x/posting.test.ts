import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingMedia, PublishedPart, Session } from '../../../../../server/features/publishing/publisher.ts';
import type { Fault } from '../../../../helpers/publishing/imitation.ts';
import {
  failure,
  mediaOf,
  PICTURE,
  postOf,
  publish,
  VIDEO_START,
} from '../../../../helpers/publishing/platform-sessions.ts';
import { openSession, type Setting, startSetting } from '../../../../helpers/x/publishing.ts';
import { bytesOf } from '../../../../helpers/x/world.ts';

let setting: Setting;
let session: Session;
beforeEach(async () => {
  setting = await startSetting({ processingMs: 60_000 });
  session = await openSession(setting);
});
afterEach(() => setting.server.close());

const MIB = 1024 * 1024;
const posts = () => setting.server.world.posts;
const steps = () => setting.exchanges.map(({ step }) => step);
const instead = (status: number, body?: string | object, headers?: Record<string, string>): Fault => ({
  when: 'before',
  answer: { status, ...(body !== undefined && { body }), ...(headers && { headers }) },
});
const video = (bytes = 1000) => mediaOf(Buffer.concat([VIDEO_START, Buffer.alloc(bytes)]), 'video/mp4', 'A boat sails');
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a post', () => {
  it('takes its pictures along in order, with their alt texts, and says which a model made', async () => {
    const pictures = ['A lake', '', 'Schöne "Berge"\r\nim Schnee ⛰️', 'Four'].map((alt) =>
      mediaOf(PICTURE, 'image/jpeg', alt),
    );
    const made: OutgoingMedia[] = pictures.map((one, index) => ({ ...one, isAiMade: index === 1 }));
    expect((await publish(session, postOf([''], made))).error).toBeNull();
    expect(posts()[0]?.media.map(({ alt }) => alt)).toEqual(['A lake', null, 'Schöne "Berge"\r\nim Schnee ⛰️', 'Four']);
    expect(posts()[0]?.media.map((one) => sha(bytesOf(one)))).toEqual(Array(4).fill(sha(PICTURE)));
    expect(posts()[0]).toMatchObject({ text: '', isMadeWithAi: true });
  });

  it.each([1, 4 * MIB, 4 * MIB + 1, 9 * MIB])('sends a video of %i bytes in segments', async (size) => {
    const bytes = Buffer.alloc(size, 'a moving picture');
    expect((await publish(session, postOf(['A film'], [mediaOf(bytes, 'video/mp4', 'A boat')]))).error).toBeNull();
    const [media] = posts()[0]?.media ?? [];
    if (!media) throw new Error('There is no video.');
    const { category, segments, alt } = media;
    expect([category, segments.size, alt]).toEqual(['tweet_video', Math.ceil(size / (4 * MIB)), null]);
    expect(sha(bytesOf(media))).toBe(sha(bytes));
  });

  it('sends a GIF in segments too, with its alt text', async () => {
    const gif = mediaOf(Buffer.from('GIF89a and frames'), 'image/gif', 'A wave');
    expect((await publish(session, postOf(['Hi'], [gif]))).error).toBeNull();
    expect(posts()[0]?.media).toMatchObject([{ category: 'tweet_gif', mimeType: 'image/gif', alt: 'A wave' }]);
  });

  it('waits until its video is processed, as often as X wants to be asked', async () => {
    const began = setting.clock.now;
    expect((await publish(session, postOf(['A film'], [video()]))).error).toBeNull();
    expect(steps().filter((step) => step === 'wait for video 1')).toHaveLength(12);
    expect(setting.clock.now - began).toBe(60_000);
  });

  it('is not uploaded again because one question or one segment did not get through', async () => {
    setting.server.fail('GET /2/media/upload', instead(503, '<html>'));
    setting.server.fail('POST /2/media/upload/:id/append', instead(503), { when: 'after', answer: 'cut' });
    expect((await publish(session, postOf(['A film'], [video(5 * MIB)]))).error).toBeNull();
    expect(setting.server.world.media.size).toBe(1);
  });

  it('does not wait for ever for a video, and is rejected with one that X cannot process', async () => {
    setting.server.world.processing = 'never';
    expect(await failure(session.prepare(postOf([''], [video()])))).toMatchObject({
      errorClass: 'transient',
      message: 'X did not finish processing video 1 within 15 minutes.',
    });
    setting.server.world.processing = 'failed';
    expect(await failure(session.prepare(postOf([''], [video()])))).toMatchObject({
      errorClass: 'rejected',
      message: 'X could not process video 1: Unsupported video codec',
    });
    expect(posts()).toEqual([]);
  });

  it('can be a thread, each part a reply to the one before, and goes on with the part that is missing', async () => {
    const post = postOf(['One', 'Two', 'Three'], [mediaOf(PICTURE)]);
    const { parts } = await publish(session, post);
    expect(posts().map(({ text, media, replyTo }) => [text, media.length, replyTo])).toEqual([
      ['One', 1, null],
      ['Two', 0, parts[0]?.remoteId],
      ['Three', 0, parts[1]?.remoteId],
    ]);
    setting.server.world.posts.pop();
    const known = parts.slice(0, 2);
    expect(await session.find(post)).toEqual({ found: 'some', parts: known });
    expect((await publish(session, post, known)).parts).toHaveLength(3);
    expect(posts().map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
  });
});

describe('a trouble', () => {
  const post = () => postOf(['Hello']);
  const trouble = async () => (await publish(session, post())).error;

  it('is a limit with its time, also where the server has another clock', async () => {
    setting.server.world.postsAllowed = 1;
    await trouble();
    setting.server.world.now = () => setting.clock.now + 120_000;
    const error = (await publish(session, postOf(['Another']))).error;
    expect(error).toMatchObject({ errorClass: 'rate_limit', message: 'Too Many Requests.' });
    expect(error?.retryAt?.toISOString()).toBe('2026-11-22T09:13:00.000Z');
  });

  it('is a text that is too long, or a picture', async () => {
    expect((await publish(session, postOf(['x'.repeat(281)]))).error).toMatchObject({ errorClass: 'rejected' });
    const large = mediaOf(Buffer.concat([PICTURE, Buffer.alloc(5_000_000)]));
    expect(await failure(session.prepare(postOf([''], [large])))).toMatchObject({
      errorClass: 'rejected',
      message: 'File size exceeds 5242880 bytes.',
    });
  });
});

describe('what stands there', () => {
  let parts: PublishedPart[];
  beforeEach(async () => {
    parts = (await publish(session, postOf(['One', 'Two']))).parts;
  });

  it('has figures, until it is gone', async () => {
    const [first] = posts();
    if (first) first.likes = 7;
    expect(await session.figures(parts)).toEqual({ likes: 7, reposts: 0, replies: 1 });
    await session.remove(parts);
    expect(posts()).toEqual([]);
    expect(await session.figures(parts)).toBeNull();
    await session.remove(parts);
  });
});

describe('what is left of a limit', () => {
  const left = (own: Session, parts = 1) => own.quota({ posts: parts, files: 0, videos: 0, videoBytes: 0, mills: 0 });

  it('is known from the answer to a post until it is reset', async () => {
    setting.server.world.postsAllowed = 2;
    expect(await left(session)).toEqual([]);
    await publish(session, postOf(['One']));
    const [first] = await left(session);
    expect(first).toMatchObject({ of: 'posts', left: 1 });
    await publish(session, postOf(['Two']));
    // Whoever opens the channel next knows it as well.
    expect(await left(await openSession(setting))).toMatchObject([{ left: 0, until: first?.until }]);
    setting.clock.now = Date.parse(first?.until ?? '');
    expect(await left(session)).toEqual([]);
  });

  it('is known from a refusal, and with what is left of a day', async () => {
    const reset = String((setting.clock.now + 3_600_000) / 1000);
    const headers = { 'x-user-limit-24hour-remaining': '0', 'x-user-limit-24hour-reset': reset };
    setting.server.fail('POST /2/tweets', instead(429, undefined, headers));
    expect((await publish(session, postOf(['One']))).error).toMatchObject({ errorClass: 'rate_limit' });
    expect(await left(session)).toContainEqual({
      of: 'posts',
      left: 0,
      until: new Date(setting.clock.now + 3_600_000).toISOString(),
      words: null,
    });
  });
});
