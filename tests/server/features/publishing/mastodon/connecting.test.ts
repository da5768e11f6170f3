import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { mastodonPublisher } from '../../../../../server/features/publishing/platforms/mastodon/publisher.ts';
import { type Setting, startSetting } from '../../../../helpers/mastodon/publishing.ts';
import type { InstanceOptions } from '../../../../helpers/mastodon/world.ts';
import { failure } from '../../../../helpers/publishing/platform-sessions.ts';

const open: { close(): Promise<unknown> | unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function setting(options?: Partial<InstanceOptions>): Promise<Setting> {
  const started = await startSetting(options);
  open.push(started.server);
  return started;
}

function connect({ server, calls }: Setting, accessToken: string, address = server.origin) {
  return mastodonPublisher.connect({ platform: 'mastodon', server: address, accessToken }, calls);
}

/** A server that answers everything alike, and its requests. */
async function plainServer(status: number, headers: Record<string, string>, body: string) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('connecting with a token', () => {
  it('learns whose it is, and what the instance takes', async () => {
    const started = await setting();
    const connected = await connect(
      started,
      started.server.tokenFor('ada', 'profile read:statuses write:statuses write:media'),
    );
    expect(connected).toMatchObject({
      handle: '@ada@mastodon.example',
      remoteId: started.server.world.accounts[0]?.id,
      profileUrl: `${started.server.origin}/@ada`,
      server: started.server.origin,
      expiresAt: null,
      limits: {
        textLength: 500,
        linkLength: 23,
        pictures: 4,
        imageBytes: 16 * 1024 * 1024,
        videoBytes: 99 * 1024 * 1024,
        imagePixels: 33_177_600,
        videoPixels: 8_294_400,
        videoFrameRate: 120,
        altLength: 1500,
        mimeTypes: expect.arrayContaining(['image/jpeg', 'video/mp4']),
      },
    });
    const session = mastodonPublisher.open(connected.secret, started.calls, async () => undefined);
    expect(await session.check()).toEqual(connected);
  });

  it('reads the limits of an older server', async () => {
    const started = await setting({ hasInstanceV2: false, maxCharacters: 5000 });
    const connected = await connect(started, started.server.tokenFor('ada', 'read write'));
    expect(connected).toMatchObject({ handle: '@ada@mastodon.example', limits: { textLength: 5000 } });
  });

  it('takes the limits of Pleroma, and none for nonsense', async () => {
    const started = await setting({ hasInstanceV2: false });
    const answers = [
      { uri: 'https://pleroma.example/', max_toot_chars: 5000, upload_limit: 16_000_000, description_limit: 5000 },
      { uri: { hostile: true }, configuration: { statuses: { max_characters: -1 }, media_attachments: 'x' } },
    ];
    started.server.fail(
      'GET /api/v1/instance',
      ...answers.map((body) => ({ when: 'before' as const, answer: { status: 200, body } })),
    );
    const token = started.server.tokenFor('ada', 'read write');
    expect(await connect(started, token)).toMatchObject({
      handle: '@ada@pleroma.example',
      limits: { textLength: 5000, imageBytes: 16_000_000, videoBytes: 16_000_000, altLength: 5000 },
    });
    const { host } = new URL(started.server.origin);
    expect(await connect(started, token)).toMatchObject({ handle: `@ada@${host}`, limits: {} });
  });

  it('names the scopes that a token lacks, before anything is posted', async () => {
    const started = await setting();
    const reader = await failure(connect(started, started.server.tokenFor('ada', 'read')));
    expect(reader).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('write:statuses, write:media'),
    });
    const writer = await failure(connect(started, started.server.tokenFor('ada', 'profile write')));
    expect(writer).toMatchObject({ errorClass: 'auth', message: expect.stringContaining('the scope read:statuses') });
  });

  it('says in the words of the server that a token or an account is closed', async () => {
    const started = await setting();
    expect(await failure(connect(started, 'wrong'))).toMatchObject({
      errorClass: 'auth',
      message: 'The access token is invalid',
    });
    const token = started.server.tokenFor('ada', 'read write');
    for (const account of started.server.world.accounts) account.isDisabled = true;
    expect(await failure(connect(started, token))).toMatchObject({
      errorClass: 'auth',
      message: 'Your login is currently disabled',
    });
  });

  it('sends and records no token that a header cannot carry', async () => {
    const started = await setting();
    for (const token of ['my secret', 'my\nsecret', 'my-sécret→']) {
      expect(await failure(connect(started, token))).toMatchObject({ errorClass: 'rejected' });
    }
    expect(started.exchanges).toEqual([]);
  });

  it('does not follow a redirect with the token', async () => {
    const started = await setting();
    const other = await plainServer(200, {}, '{}');
    const moved = await plainServer(301, { location: `${other.origin}/elsewhere` }, '');
    const error = await failure(connect(started, 'secret-token', moved.origin));
    expect(error).toMatchObject({ errorClass: 'auth', message: expect.stringContaining(other.origin) });
    expect(other.requests).toEqual([]);
  });

  it('knows a site that is no instance', async () => {
    const started = await setting();
    const page = await plainServer(404, { 'content-type': 'text/html' }, '<html><title>Not here</title></html>');
    expect(await failure(connect(started, 'token', page.origin))).toMatchObject({ errorClass: 'rejected' });
    const site = await plainServer(200, { 'content-type': 'text/html' }, '<html><title>My shop</title></html>');
    expect(await failure(connect(started, 'token', site.origin))).toMatchObject({
      errorClass: 'transient',
      message: expect.stringContaining('My shop'),
    });
  });

  it('takes no kept secret of another shape', async () => {
    const started = await setting();
    const open = (secret: unknown) => () => mastodonPublisher.open(secret, started.calls, async () => undefined);
    const good = { server: started.server.origin, accessToken: 'x', accountId: '1', username: 'ada', expiresAt: null };
    expect(open(good)).not.toThrow();
    for (const bad of [null, {}, { ...good, server: 'http://evil.example' }, { ...good, accountId: '../1' }]) {
      expect(open(bad)).toThrow(expect.objectContaining({ errorClass: 'auth' }));
    }
  });
});
