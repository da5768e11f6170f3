import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createOAuthAPIClient, createRestAPIClient, MastoHttpError, type mastodon } from 'masto';
import * as oauth from 'oauth4webapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MastodonServer, startMastodonServer } from '../../../../helpers/mastodon/imitation.ts';

const PICTURE = readFileSync(new URL('../../../../fixtures/pictures/small.jpg', import.meta.url));
const VIDEO = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(1000)]);
const REDIRECT_URI = 'http://127.0.0.1:3001/api/channels/callback';

let server: MastodonServer;
let client: mastodon.rest.Client;

function clientFor(username: string, scopes = 'read write'): mastodon.rest.Client {
  return createRestAPIClient({ url: server.origin, accessToken: server.tokenFor(username, scopes) });
}

async function refusal(promise: Promise<unknown>): Promise<{ status: number; message: string }> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MastoHttpError)) throw new Error('It was not refused.', { cause: error });
  return { status: error.statusCode, message: error.message };
}

beforeEach(async () => {
  server = await startMastodonServer({ processingMs: 100 });
  client = clientFor('ada');
});
afterEach(() => server.close());

describe('the imitation of an instance, as masto finds it', () => {
  it('registers an app, hands out a code, and a token for it', async () => {
    const anonymous = createRestAPIClient({ url: server.origin });
    const scopes = 'profile read:statuses write:statuses';
    const app = await anonymous.v1.apps.create({ clientName: 'Masto', redirectUris: REDIRECT_URI, scopes });
    const query = { response_type: 'code', client_id: app.clientId ?? '', redirect_uri: REDIRECT_URI, scope: scopes };
    const url = `${server.origin}/oauth/authorize?${new URLSearchParams(query)}`;
    const code = new URL(await server.decide(url, 'ada')).searchParams.get('code') ?? '';

    const tokens = createOAuthAPIClient({ url: server.origin }).token;
    const request = {
      grantType: 'authorization_code' as const,
      clientId: app.clientId ?? '',
      clientSecret: app.clientSecret ?? '',
      redirectUri: REDIRECT_URI,
      code,
    };
    const token = await tokens.create(request);
    expect(token).toMatchObject({ tokenType: 'Bearer', scope: scopes });
    const signedIn = createRestAPIClient({ url: server.origin, accessToken: token.accessToken });
    expect(await signedIn.v1.accounts.verifyCredentials()).toMatchObject({ username: 'ada', acct: 'ada' });
    expect(await refusal(tokens.create(request))).toMatchObject({ status: 400, message: 'invalid_grant' });
  });

  it('says its limits in both versions', async () => {
    const { configuration, domain } = await client.v2.instance.fetch();
    expect(domain).toBe(new URL(server.origin).host);
    expect(configuration.statuses).toEqual({
      maxCharacters: 500,
      maxMediaAttachments: 4,
      charactersReservedPerUrl: 23,
    });
    expect(configuration.mediaAttachments.supportedMimeTypes).toContain('image/jpeg');
    const old = await client.v1.instance.fetch();
    expect(old.configuration).toMatchObject({ statuses: { maxCharacters: 500 } });
  });

  it('takes a picture with its alt text and a status with it, once', async () => {
    const file = new Blob([PICTURE], { type: 'image/jpeg' });
    const media = await client.v2.media.create({ file, description: 'A lake' });
    expect(media).toMatchObject({ type: 'image', description: 'A lake', url: expect.stringContaining('/original') });
    expect(server.world.media[0]?.sha256).toBe(createHash('sha256').update(PICTURE).digest('hex'));
    await client.v1.media.$select(media.id).update({ description: 'A wide lake' });
    const status = await client.v1.statuses.create({ status: 'At the lake', mediaIds: [media.id] });
    expect(status.mediaAttachments).toMatchObject([{ id: media.id, description: 'A wide lake' }]);
    expect(await refusal(client.v1.statuses.create({ status: 'Again', mediaIds: [media.id] }))).toEqual({
      status: 422,
      message: `Media ${media.id} not found or already attached to another post`,
    });
  });

  it('processes a video for a while, which masto waits for', async () => {
    const file = new Blob([VIDEO], { type: 'video/mp4' });
    const early = await client.v2.media.create({ file, skipPolling: true });
    expect(early.url).toBeNull();
    expect(await refusal(client.v1.statuses.create({ status: 'Too soon', mediaIds: [early.id] }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('not finished processing'),
    });
    const media = await client.v2.media.create({ file });
    expect(media).toMatchObject({ type: 'video', url: expect.any(String) });
  });

  it('takes only its own types, sizes and owners of media', async () => {
    const upload = (bytes: Uint8Array<ArrayBuffer>, type: string) =>
      refusal(client.v2.media.create({ file: new Blob([bytes], { type }), skipPolling: true }));
    expect(await upload(Buffer.from('<svg/>'), 'image/svg+xml')).toMatchObject({ status: 422 });
    expect(await upload(Buffer.from('no picture'), 'image/png')).toEqual({
      status: 422,
      message: 'File type of uploaded media could not be verified',
    });
    server.world.options.imageSizeLimit = PICTURE.byteLength;
    expect(await upload(PICTURE, 'image/jpeg')).toMatchObject({ status: 422 });
    server.world.options.imageSizeLimit *= 2;
    const { id } = await client.v2.media.create({ file: new Blob([PICTURE], { type: 'image/jpeg' }) });
    const other = clientFor('eve');
    expect(await refusal(other.v1.media.$select(id).fetch())).toMatchObject({ status: 404 });
    expect(await refusal(other.v1.statuses.create({ status: 'Mine', mediaIds: [id] }))).toMatchObject({ status: 422 });
  });

  it('counts a link as 23 and of a mention the local part', async () => {
    server.world.options.maxCharacters = 40;
    server.world.knownElsewhere.push('bob@elsewhere.example');
    const link = `https://example.com/${'a'.repeat(300)}`;
    const status = await client.v1.statuses.create({ status: `${link} @bob@elsewhere.example #tag, <b>` });
    expect(status.content).toContain('@<span>bob</span>');
    expect(status.content).toContain('<span class="invisible">https://</span>');
    expect(status.content).toContain('&lt;b&gt;</p>');
    expect(await refusal(client.v1.statuses.create({ status: `${link} ${'b'.repeat(17)}` }))).toEqual({
      status: 422,
      message: 'Validation failed: Text character limit of 40 exceeded',
    });
    expect(await refusal(client.v1.statuses.create({ status: ' ' }))).toMatchObject({ status: 422 });
  });

  it('answers the same status for the same key', async () => {
    const meta = { requestInit: { headers: { 'Idempotency-Key': 'one' } } };
    const first = await client.v1.statuses.create({ status: 'Once' }, meta);
    const second = await client.v1.statuses.create({ status: 'Once' }, meta);
    expect(second.id).toBe(first.id);
    expect(server.world.statuses).toHaveLength(1);
  });

  it('makes threads, and shows, counts and deletes their statuses', async () => {
    const first = await client.v1.statuses.create({ status: 'One' });
    const second = await client.v1.statuses.create({ status: 'Two', inReplyToId: first.id });
    expect(second).toMatchObject({ inReplyToId: first.id, inReplyToAccountId: first.account.id });
    expect(await client.v1.statuses.$select(first.id).fetch()).toMatchObject({ repliesCount: 1, favouritesCount: 0 });
    expect(await client.v1.statuses.$select(second.id).remove()).toMatchObject({ text: 'Two' });
    expect(await refusal(client.v1.statuses.$select(second.id).fetch())).toMatchObject({ status: 404 });
    expect(await refusal(client.v1.statuses.create({ status: 'Three', inReplyToId: '1' }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(clientFor('eve').v1.statuses.$select(first.id).remove())).toMatchObject({ status: 404 });
  });

  it('pages through statuses with Link headers, without boosts where they are not wanted', async () => {
    for (let count = 1; count <= 5; count++) server.postAs('ada', { text: `Post ${count}` });
    server.postAs('ada', { reblogOf: server.postAs('bob', { text: 'Boosted' }) });
    const texts: string[] = [];
    const account = await client.v1.accounts.verifyCredentials();
    const statuses = client.v1.accounts.$select(account.id).statuses;
    for await (const page of statuses.list({ limit: 2, excludeReblogs: true })) {
      texts.push(...page.map(({ content }) => content));
    }
    expect(texts).toEqual([5, 4, 3, 2, 1].map((count) => `<p>Post ${count}</p>`));
  });

  it('holds tokens to their scopes, and refuses revoked ones', async () => {
    const reader = clientFor('ada', 'read');
    expect(await refusal(reader.v1.statuses.create({ status: 'No' }))).toEqual({
      status: 403,
      message: 'This action is outside the authorized scopes',
    });
    for (const token of server.world.tokens) token.isRevoked = true;
    expect(await refusal(reader.v1.accounts.verifyCredentials())).toMatchObject({ status: 401 });
  });

  it('limits how often media are uploaded', async () => {
    server.world.options.now = () => Date.UTC(2026, 10, 22, 9);
    const upload = () =>
      client.v2.media.create({ file: new Blob([PICTURE], { type: 'image/jpeg' }), skipPolling: true });
    for (let count = 1; count <= 30; count++) await upload();
    expect(await refusal(upload())).toMatchObject({ status: 429, message: 'Too many requests' });
    const { headers } = await client.v1.accounts.verifyCredentials.$raw();
    expect(Number(headers.get('x-ratelimit-remaining'))).toBe(300 - 32);
  });
});

describe('the sign-in of the imitation, as oauth4webapi finds it', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  it('describes itself, and exchanges a code for who holds its verifier', async () => {
    const scopes = 'profile write:statuses';
    const anonymous = createRestAPIClient({ url: server.origin });
    const app = await anonymous.v1.apps.create({ clientName: 'Judge', redirectUris: REDIRECT_URI, scopes });
    const issuer = new URL(`${server.origin}/`);
    const discovery = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const metadata = await oauth.processDiscoveryResponse(issuer, discovery);
    expect(metadata.code_challenge_methods_supported).toContain('S256');
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const authorize = new URL(metadata.authorization_endpoint ?? '');
    authorize.search = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId ?? '',
      redirect_uri: REDIRECT_URI,
      scope: scopes,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const exchange = async (codeVerifier: string) => {
      const address = new URL(await server.decide(authorize.href, 'ada'));
      const client = { client_id: app.clientId ?? '' };
      const params = oauth.validateAuthResponse(metadata, client, address, state);
      const response = await oauth.authorizationCodeGrantRequest(
        metadata,
        client,
        oauth.ClientSecretPost(app.clientSecret ?? ''),
        params,
        REDIRECT_URI,
        codeVerifier,
        insecure,
      );
      return await oauth.processAuthorizationCodeResponse(metadata, client, response);
    };
    expect(await exchange(verifier)).toMatchObject({ token_type: 'bearer', scope: scopes });
    await expect(exchange(oauth.generateRandomCodeVerifier())).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
