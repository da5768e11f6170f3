import { afterEach, describe, expect, it } from 'vitest';
import { mastodonPublisher } from '../../../../../server/features/publishing/platforms/mastodon/publisher.ts';
import type { SignIn } from '../../../../../server/features/publishing/publisher.ts';
import { OOB } from '../../../../helpers/mastodon/oauth.ts';
import { type Setting, startSetting } from '../../../../helpers/mastodon/publishing.ts';
import type { InstanceOptions } from '../../../../helpers/mastodon/world.ts';

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
});
