import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublishedPart, Session } from '../../../../../server/features/publishing/publisher.ts';
import { openSession, type Setting, startSetting } from '../../../../helpers/mastodon/publishing.ts';
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

const instead = (status: number, body?: string | object, headers?: Record<string, string>): Fault => ({
  when: 'before',
  answer: { status, ...(body !== undefined && { body }), ...(headers && { headers }) },
});
const video = (more = 1000) => mediaOf(Buffer.concat([VIDEO_START, Buffer.alloc(more)]), 'video/mp4', 'A boat sails');

describe('a post', () => {
  it('goes out with the visibility of the account', async () => {
    const { world, origin } = setting.server;
    for (const account of world.accounts) account.privacy = 'unlisted';
    const { parts, error } = await publish(session, postOf(['Hello, fediverse']));
    expect(error).toBeNull();
    const [status] = world.statuses;
    expect(status).toMatchObject({ text: 'Hello, fediverse', visibility: 'unlisted', replyTo: null });
    expect(parts).toEqual([{ remoteId: status?.id, url: `${origin}/@ada/${status?.id}` }]);
  });

  it('shows how much more its server takes, of posts and of files', async () => {
    const use = { posts: 1, files: 1, videos: 0, videoBytes: 0, mills: 0 };
    expect(await session.quota(use)).toEqual([]);
    await publish(session, postOf(['Hello'], [mediaOf(PICTURE, 'image/jpeg', '')]));
    expect((await session.quota(use)).map(({ of }) => of).sort()).toEqual(['files', 'posts']);
  });

  it('takes its pictures along, in order and with their alt texts', async () => {
    const pictures = ['A lake', '', 'Schöne "Berge"\r\nim Schnee ⛰️'].map((alt) => mediaOf(PICTURE, 'image/jpeg', alt));
    const { error } = await publish(session, postOf([''], pictures));
    expect(error).toBeNull();
    const [status] = setting.server.world.statuses;
    expect(status?.media.map(({ description }) => description)).toEqual([
      'A lake',
      null,
      'Schöne "Berge"\r\nim Schnee ⛰️',
    ]);
    expect(status?.media.map(({ size }) => size)).toEqual(Array(3).fill(PICTURE.byteLength));
  });

  it('waits until its video is processed', async () => {
    const { error } = await publish(session, postOf(['A film'], [video()]));
    expect(error).toBeNull();
    expect(setting.server.world.statuses[0]?.media).toMatchObject([
      { mimeType: 'video/mp4', description: 'A boat sails' },
    ]);
    const polls = setting.exchanges.filter(({ step }) => step === 'wait for video 1');
    expect(polls.length).toBeGreaterThan(3);
    expect(polls.length).toBeLessThan(15);
  });

  it('is not uploaded again because one question was answered with an error', async () => {
    setting.server.fail('GET /api/v1/media/:id', instead(503, '<html><title>Busy</title></html>'));
    expect((await publish(session, postOf(['A film'], [video()]))).error).toBeNull();
    expect(setting.server.world.media).toHaveLength(1);
  });

  it('does not wait for ever for a video', async () => {
    setting.server.world.processing = 'never';
    const began = setting.clock.now;
    expect(await failure(session.prepare(postOf(['A film'], [video()])))).toMatchObject({
      errorClass: 'transient',
      message: 'The server did not finish processing video 1 within 10 minutes.',
    });
    expect(setting.clock.now - began).toBeLessThan(11 * 60_000);
  });

  it('is rejected with a video that the server cannot process', async () => {
    setting.server.world.processing = 'failed';
    expect(await failure(session.prepare(postOf(['A film'], [video()])))).toMatchObject({
      errorClass: 'rejected',
      message: 'Error processing thumbnail for uploaded media',
    });
  });

  it('can be a thread, each part a reply to the one before', async () => {
    const { parts, error } = await publish(session, postOf(['One', 'Two', 'Three'], [mediaOf(PICTURE)]));
    expect(error).toBeNull();
    const { statuses } = setting.server.world;
    expect(statuses.map(({ text, media }) => [text, media.length])).toEqual([
      ['One', 1],
      ['Two', 0],
      ['Three', 0],
    ]);
    expect(statuses.map(({ replyTo }) => replyTo)).toEqual([null, parts[0]?.remoteId, parts[1]?.remoteId]);
  });
});

describe('what goes wrong', () => {
  const post = () => publish(session, postOf(['Hello']));

  it('disabled, or without the scope: in the words of the server', async () => {
    for (const token of setting.server.world.tokens) token.scopes = ['read'];
    expect((await post()).error).toMatchObject({
      errorClass: 'auth',
      message: 'This action is outside the authorized scopes',
    });
    for (const token of setting.server.world.tokens) token.scopes = ['read', 'write'];
    for (const account of setting.server.world.accounts) account.isDisabled = true;
    expect((await post()).error).toMatchObject({ errorClass: 'auth', message: 'Your login is currently disabled' });
  });

  it('too long: rejected', async () => {
    expect((await publish(session, postOf(['x'.repeat(501)]))).error).toMatchObject({
      errorClass: 'rejected',
      message: 'Validation failed: Text character limit of 500 exceeded',
    });
  });

  it('a reply to a part that was deleted: rejected', async () => {
    const gone: PublishedPart = { remoteId: '1', url: 'https://mastodon.example/@ada/1' };
    expect((await publish(session, postOf(['One', 'Two']), [gone])).error).toMatchObject({ errorClass: 'rejected' });
  });

  it('media that the server does not take: rejected', async () => {
    const error = await failure(session.prepare(postOf(['x'], [mediaOf(Buffer.from('<svg/>'), 'image/svg+xml')])));
    expect(error).toMatchObject({
      errorClass: 'rejected',
      message: expect.stringContaining('content type is invalid'),
    });
  });

  it('too often: when the limit is reset', async () => {
    setting.server.world.options.limits = { api: 0 };
    const { error } = await post();
    expect(error).toMatchObject({ errorClass: 'rate_limit', message: 'Too many requests' });
    expect(error?.retryAt?.getTime()).toBe(setting.clock.now + 5 * 60_000);
  });

  it('too often, by a server whose clock is an hour ahead: when the limit is reset by ours', async () => {
    setting.server.world.options.now = () => setting.clock.now + 3_600_000;
    const reset = { 'x-ratelimit-reset': new Date(setting.clock.now + 3_600_000 + 60_000).toISOString() };
    setting.server.fail('POST /api/v1/statuses', instead(429, { error: 'Throttled' }, reset));
    expect((await post()).error?.retryAt?.getTime()).toBe(setting.clock.now + 60_000);
  });

  it('an address that is none for people is not kept', async () => {
    setting.server.fail('POST /api/v1/statuses', instead(200, { id: 42, url: 'javascript:alert(1)' }));
    expect((await post()).parts).toEqual([{ remoteId: '42', url: `${setting.server.origin}/@ada/42` }]);
  });
});
