import { createRestAPIClient, MastoHttpError, type mastodon } from 'masto';
import * as oauth from 'oauth4webapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MastodonServer, startMastodonServer } from '../helpers/mastodon/imitation.ts';
import { PICTURE, sha256 } from '../helpers/publishing/platform-sessions.ts';

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
  server = await startMastodonServer();
  client = clientFor('ada');
});
afterEach(() => server.close());

describe('the imitation of an instance, as masto finds it', () => {
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
    expect(server.world.media[0]?.sha256).toBe(sha256(PICTURE));
    const status = await client.v1.statuses.create({ status: 'At the lake', mediaIds: [media.id] });
    expect(status.mediaAttachments).toMatchObject([{ id: media.id, description: 'A lake' }]);
    expect(await refusal(client.v1.statuses.create({ status: 'Again', mediaIds: [media.id] }))).toEqual({
      status: 422,
      message: `Media ${media.id} not found or already attached to another post`,
    });
  });

  it('makes threads, and shows, counts and deletes their statuses', async () => {
    const first = await client.v1.statuses.create({ status: 'One' });
    const second = await client.v1.statuses.create({ status: 'Two', inReplyToId: first.id });
    expect(second).toMatchObject({ inReplyToId: first.id });
    expect(await client.v1.statuses.$select(first.id).fetch()).toMatchObject({ repliesCount: 1, favouritesCount: 0 });
    expect(await client.v1.statuses.$select(second.id).remove()).toMatchObject({ text: 'Two' });
    expect(await refusal(client.v1.statuses.$select(second.id).fetch())).toMatchObject({ status: 404 });
    expect(await refusal(client.v1.statuses.create({ status: 'Three', inReplyToId: '1' }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(clientFor('eve').v1.statuses.$select(first.id).remove())).toMatchObject({ status: 404 });
  });

  it('takes a warning, a language and a poll', async () => {
    const poll = { options: ['Rye', 'Spelt'], expiresIn: 3600 };
    const chosen = { status: 'Which?', visibility: 'private', spoilerText: 'Crumbs', language: 'en' } as const;
    const status = await client.v1.statuses.create({ ...chosen, poll });
    expect(status).toMatchObject({ visibility: 'private', spoilerText: 'Crumbs', sensitive: true, language: 'en' });
    expect(status.poll).toMatchObject({ multiple: false, options: [{ title: 'Rye' }, { title: 'Spelt' }] });
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
