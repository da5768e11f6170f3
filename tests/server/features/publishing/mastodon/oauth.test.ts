import { afterEach, describe, expect, it } from 'vitest';
import { mastodonPublisher } from '../../../../../server/features/publishing/platforms/mastodon/publisher.ts';
import type { SignIn } from '../../../../../server/features/publishing/publisher.ts';
import { OOB } from '../../../../helpers/mastodon/oauth.ts';
import { type Setting, startSetting } from '../../../../helpers/mastodon/publishing.ts';
import type { InstanceOptions } from '../../../../helpers/mastodon/world.ts';
import { failure } from '../../../../helpers/publishing/platform-sessions.ts';

const REDIRECT_URI = 'http://127.0.0.1:3001/api/channels/callback';
let started: Setting;
afterEach(() => started.server.close());

async function begin(redirectUri = REDIRECT_URI, options?: Partial<InstanceOptions>): Promise<SignIn> {
  started = await startSetting(options);
  const { oauth } = mastodonPublisher;
  if (!oauth) throw new Error('Mastodon has a sign-in.');
  return await oauth.begin({ platform: 'mastodon', server: started.server.origin }, redirectUri, started.calls);
}

describe('signing in at the instance', () => {
  it('connects with the address of the redirect', async () => {
    const signIn = await begin();
    const { searchParams, origin, pathname } = new URL(signIn.authorizeUrl);
    expect(`${origin}${pathname}`).toBe(`${started.server.origin}/oauth/authorize`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'profile read:statuses write:statuses write:media',
      state: signIn.state,
      code_challenge_method: 'S256',
    });
    const address = await started.server.decide(signIn.authorizeUrl, 'ada');
    expect(address).toContain(`state=${signIn.state}`);
    expect(await signIn.complete(address, started.calls)).toMatchObject({
      handle: '@ada@mastodon.example',
      expiresAt: null,
    });
    expect(await failure(signIn.complete(address, started.calls))).toMatchObject({
      errorClass: 'auth',
      message: expect.stringContaining('authorization grant is invalid'),
    });
    const code = new URL(address).searchParams.get('code') ?? '';
    expect(JSON.stringify(started.exchanges)).not.toContain(code);
  });

  it('connects with the code that the server shows', async () => {
    const signIn = await begin(OOB);
    const code = await started.server.decide(signIn.authorizeUrl, 'ada');
    expect(await signIn.complete(` ${code}\n`, started.calls)).toMatchObject({ handle: '@ada@mastodon.example' });
  });

  it('asks a server before 4.3 for what it knows, and without a challenge', async () => {
    const signIn = await begin(REDIRECT_URI, { hasMetadata: false });
    const { searchParams } = new URL(signIn.authorizeUrl);
    expect(searchParams.get('scope')).toBe('read:accounts read:statuses write:statuses write:media');
    expect(searchParams.has('code_challenge')).toBe(false);
    const address = await started.server.decide(signIn.authorizeUrl, 'ada');
    expect(await signIn.complete(address, started.calls)).toMatchObject({ handle: '@ada@mastodon.example' });
  });

  it('says that the person refused', async () => {
    const signIn = await begin();
    const address = await started.server.decide(signIn.authorizeUrl, 'ada', 'deny');
    expect(await failure(signIn.complete(address, started.calls))).toMatchObject({
      errorClass: 'auth',
      message: 'You did not allow it, so nothing was connected.',
    });
  });

  it('takes no address of another sign-in, and nothing that is none', async () => {
    const signIn = await begin();
    const foreign = `${REDIRECT_URI}?code=abc&state=other`;
    for (const answer of [foreign, `${REDIRECT_URI}?code=abc`, 'what is this?', '']) {
      expect(await failure(signIn.complete(answer, started.calls))).toMatchObject({ errorClass: 'rejected' });
    }
    expect(started.server.requests.map(({ name }) => name)).not.toContain('POST /oauth/token');
  });

  it('is held to the challenge: a stolen code is of no use to another sign-in', async () => {
    const signIn = await begin();
    const code = new URL(await started.server.decide(signIn.authorizeUrl, 'ada')).searchParams.get('code') ?? '';
    started.server.world.grants.spoil();
    expect(await failure(signIn.complete(code, started.calls))).toMatchObject({ errorClass: 'auth' });
  });
});
