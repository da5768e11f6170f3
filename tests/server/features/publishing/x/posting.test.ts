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
  it('goes out as it is written, links and all', async () => {
    const text = 'Bread & "salt" <now> at https://example.com/a?b=1&c=2 💛';
    const { parts, error } = await publish(session, postOf([text]));
    expect(error).toBeNull();
    expect(posts()).toMatchObject([{ text, replyTo: null, isMadeWithAi: false }]);
    expect(parts).toEqual([{ remoteId: posts()[0]?.id, url: `https://x.com/ada/status/${posts()[0]?.id}` }]);
  });

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

  it('keeps no key in its record, whatever page repeats the request', async () => {
    const repeat = (headers: object) => `<html>${JSON.stringify(headers)}</html>`;
    setting.server.fail('POST /2/tweets', instead(502, 'first'));
    await publish(session, postOf(['Hello']));
    const { authorization } = setting.server.requests.at(-1)?.headers ?? {};
    expect(authorization).toMatch(/^OAuth /);
    const send = setting.calls.send({
      step: 'repeat',
      url: `${setting.server.origin}/2/tweets`,
      method: 'POST',
      headers: { authorization: String(authorization) },
    });
    setting.server.fail('POST /2/tweets', instead(400, repeat({ authorization })));
    const answer = await send;
    const said = JSON.stringify([setting.exchanges, answer.text]);
    expect(answer.text).toContain('oauth_signature_method=\\"HMAC-SHA1\\"');
    for (const key of Object.values(setting.ada.keys)) expect(said).not.toContain(key);
    const [, signature = ''] = /oauth_signature="([^"]+)"/.exec(String(authorization)) ?? [];
    expect(said).not.toContain(signature);
  });
});

describe('a trouble', () => {
  const post = () => postOf(['Hello']);
  const trouble = async () => (await publish(session, post())).error;

  it.each([
    [400, { title: 'Invalid Request', detail: 'The text is wrong.' }, 'rejected', 'The text is wrong.'],
    [402, { title: 'CreditsDepleted', detail: 'No credits' }, 'rejected', /^No credits\. Buy credits at console/],
    [403, { detail: 'Your account is locked.' }, 'rejected', 'Your account is locked.'],
    [403, { detail: 'No.', type: 'https://api.x.com/2/problems/client-forbidden' }, 'auth', /"Read and write"/],
    [401, { title: 'Unauthorized' }, 'auth', /^Unauthorized\. The keys may have been regenerated/],
    [429, { detail: 'Cap.', type: 'https://api.x.com/2/problems/usage-capped' }, 'rejected', 'Cap.'],
    [500, {}, 'unknown', 'X answered 500.'],
    [503, '<html>Over capacity</html>', 'unknown', 'X answered 503.'],
    [403, '<html>A proxy</html>', 'unknown', 'X answered 403.'],
    [201, { data: {} }, 'unknown', /not one of X's/],
  ])('%i %j is %s', async (status, body, errorClass, words) => {
    setting.server.fail('POST /2/tweets', instead(status, body));
    const error = await trouble();
    expect(error).toMatchObject({ errorClass });
    expect(error?.message).toMatch(words);
    expect(posts()).toEqual([]);
  });

  it('before the post is made is transient where X is at fault', async () => {
    setting.server.fail('POST /2/media/upload', instead(500));
    expect(await failure(session.prepare(postOf([''], [mediaOf(PICTURE)])))).toMatchObject({ errorClass: 'transient' });
    setting.server.fail('POST /2/media/upload', { when: 'before', answer: 'cut' });
    expect(await failure(session.prepare(postOf([''], [mediaOf(PICTURE)])))).toMatchObject({ errorClass: 'transient' });
  });

  it('is a limit with its time, also where the server has another clock', async () => {
    setting.server.world.postsAllowed = 1;
    await trouble();
    setting.server.world.now = () => setting.clock.now + 120_000;
    const error = (await publish(session, postOf(['Another']))).error;
    expect(error).toMatchObject({ errorClass: 'rate_limit', message: 'Too Many Requests.' });
    expect(error?.retryAt?.toISOString()).toBe('2026-11-22T09:13:00.000Z');
    setting.server.fail(
      'POST /2/tweets',
      instead(
        429,
        {},
        {
          'x-rate-limit-remaining': '90',
          'x-rate-limit-reset': String(setting.clock.now / 1000 + 60),
          'x-user-limit-24hour-remaining': '0',
          'x-user-limit-24hour-reset': String(setting.clock.now / 1000 + 9 * 3600 + 120),
        },
      ),
    );
    expect((await publish(session, postOf(['A third']))).error?.retryAt?.toISOString()).toBe(
      '2026-11-22T18:00:00.000Z',
    );
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
