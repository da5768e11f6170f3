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

  it('goes on with the part of a thread that is missing', async () => {
    const post = postOf(['One', 'Two', 'Three']);
    const stopped = await failure(
      (await session.prepare(post)).publish([], async () => {
        throw new Error('The agent was killed.');
      }),
    );
    expect(stopped?.message).toBe('The agent was killed.');
    const found = await session.find(post);
    if (found.found !== 'some') throw new Error(found.found);
    const { parts } = await publish(session, post, found.parts);
    expect(parts).toHaveLength(3);
    expect(setting.server.world.statuses.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
  });

  it('sends the token to the server alone, and keeps no secret in its record', async () => {
    await publish(session, postOf(['Hello'], [mediaOf(PICTURE)]));
    expect(JSON.stringify(setting.exchanges)).not.toContain(setting.server.world.tokens[0]?.value);
  });
});

describe('what goes wrong', () => {
  const post = () => publish(session, postOf(['Hello']));

  it('revoked: the person must connect again', async () => {
    for (const token of setting.server.world.tokens) token.isRevoked = true;
    expect((await post()).error).toMatchObject({ errorClass: 'auth', message: 'The access token is invalid' });
  });

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

  it('details of fields are told', async () => {
    const details = { text: [{ error: 'ERR_BLOCKED', description: 'contains a blocked word' }] };
    setting.server.fail('POST /api/v1/statuses', instead(422, { error: 'Validation failed', details }));
    expect((await post()).error?.message).toBe('Validation failed; text contains a blocked word');
  });

  it('media that the server does not take: rejected', async () => {
    const error = await failure(session.prepare(postOf(['x'], [mediaOf(Buffer.from('<svg/>'), 'image/svg+xml')])));
    expect(error).toMatchObject({
      errorClass: 'rejected',
      message: expect.stringContaining('content type is invalid'),
    });
    setting.server.fail('POST /api/v2/media', instead(413, '<html><title>413 Request Entity Too Large</title></html>'));
    expect(await failure(session.prepare(postOf(['x'], [mediaOf(PICTURE)])))).toMatchObject({
      errorClass: 'rejected',
      message: 'Too large for the server: 413 Request Entity Too Large',
    });
  });

  it('too often: when the limit is reset', async () => {
    for (let count = 1; count <= 300; count++) await session.figures([{ remoteId: '1', url: '' }]).catch(() => null);
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

  it.each([
    [{ 'retry-after': '90' }, 90_000],
    [{ 'x-ratelimit-reset': '90' }, 90_000],
    [{ 'x-ratelimit-reset': String(Date.UTC(2026, 10, 22, 9, 2) / 1000) }, 120_000],
    [{ 'x-ratelimit-reset': String(Date.UTC(2026, 10, 22, 9, 2)) }, 120_000],
    [{ 'x-ratelimit-reset': '9999-01-01T00:00:00Z' }, 24 * 3_600_000],
    [{ 'x-ratelimit-reset': 'soon' }, null],
    [{ 'x-ratelimit-reset': '2001-01-01T00:00:00Z' }, null],
  ])('too often, by servers that say it with %j', async (headers, ms) => {
    setting.server.fail('POST /api/v1/statuses', instead(429, { error: 'Throttled' }, headers));
    const { error } = await post();
    expect(error).toMatchObject({ errorClass: 'rate_limit', message: 'Throttled' });
    expect(error?.retryAt?.getTime() ?? null).toBe(ms === null ? null : setting.clock.now + ms);
  });

  it('a server in trouble: tried again before the post, unknown after it', async () => {
    const pages = [instead(502, '<html><title>502 Bad Gateway</title></html>'), instead(503, { error: 'Maintenance' })];
    setting.server.fail('POST /api/v2/media', ...pages);
    const withPicture = () => failure(session.prepare(postOf(['x'], [mediaOf(PICTURE)])));
    expect(await withPicture()).toMatchObject({ errorClass: 'transient', message: '502 Bad Gateway' });
    expect(await withPicture()).toMatchObject({ errorClass: 'transient', message: 'Maintenance' });
    setting.server.fail('POST /api/v1/statuses', ...pages);
    expect((await post()).error).toMatchObject({ errorClass: 'unknown', message: '502 Bad Gateway' });
    expect((await post()).error).toMatchObject({ errorClass: 'unknown', message: 'Maintenance' });
  });

  it('the page of a proxy says nothing about the token or the post', async () => {
    const page = instead(403, '<!DOCTYPE html><title>Just a moment...</title>');
    setting.server.fail('POST /api/v2/media', page);
    expect(await failure(session.prepare(postOf(['x'], [mediaOf(PICTURE)])))).toMatchObject({
      errorClass: 'transient',
    });
    setting.server.fail(
      'POST /api/v1/statuses',
      page,
      instead(200, '<html>Welcome</html>'),
      instead(200, { id: '../1' }),
      instead(200, {}),
    );
    for (let count = 1; count <= 4; count++) expect((await post()).error).toMatchObject({ errorClass: 'unknown' });
  });

  it('a page that repeats the request leaves the token out', async () => {
    const token = setting.server.world.tokens[0]?.value ?? '';
    setting.server.fail(
      'POST /api/v1/statuses',
      instead(502, `Authorization: Bearer ${token}`),
      instead(422, { error: `No: ${token}` }),
    );
    expect((await post()).error?.message).toBe('Authorization: Bearer …');
    expect((await post()).error).toMatchObject({ errorClass: 'rejected', message: 'No: …' });
    expect(JSON.stringify(setting.exchanges)).not.toContain(token);
  });

  it('an address that is none for people is not kept', async () => {
    setting.server.fail('POST /api/v1/statuses', instead(200, { id: 42, url: 'javascript:alert(1)' }));
    expect((await post()).parts).toEqual([{ remoteId: '42', url: `${setting.server.origin}/@ada/42` }]);
  });

  it('a redirect of the post goes nowhere', async () => {
    setting.server.fail(
      'POST /api/v1/statuses',
      instead(307, '', { location: 'https://elsewhere.example/api/v1/statuses' }),
    );
    expect((await post()).error).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('https://elsewhere.example.'),
    });
  });
});
