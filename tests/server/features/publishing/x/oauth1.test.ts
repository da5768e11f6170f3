import { expect, it } from 'vitest';
import { authorizationHeader } from '../../../../../server/features/publishing/platforms/x/oauth1.ts';

/** From https://docs.x.com/fundamentals/authentication/oauth-1-0a/creating-a-signature; the keys are invalid. */
const KEYS = {
  apiKey: 'xvz1evFS4wEEPTGEFPHBog',
  apiSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  accessToken: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  accessTokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
};
const MOMENT = { nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg', timestamp: 1318622958 };

it('signs a request as the example of X does', () => {
  const url = new URL('https://api.x.com/1.1/statuses/update.json?include_entities=true');
  url.searchParams.set('status', 'Hello Ladies + Gentlemen, a signed OAuth request!');
  expect(authorizationHeader('post', url, KEYS, MOMENT)).toBe(
    'OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", ' +
      'oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", ' +
      'oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", oauth_version="1.0", ' +
      'oauth_signature="Ls93hJiZbQ3akF3HF3x1Bz8%2FzU4%3D"',
  );
});
