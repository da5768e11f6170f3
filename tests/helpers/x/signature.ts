import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError, type World, type XUser } from './world.ts';

const CLOCK_MAX_S = 300;
const UNAUTHORIZED = () => new ApiError(401, 'Unauthorized', 'Unauthorized');

/**
 * Finds the user of a request by its OAuth 1.0a signature, which is recomputed from what arrived, independently of the
 * product's code. A nonce is valid once, and a timestamp for five minutes.
 */
export function signer(world: World, nonces: Set<string>, method: string, url: URL, authorization = ''): XUser {
  if (!authorization.startsWith('OAuth ')) throw UNAUTHORIZED();
  const fields = new Map(
    authorization
      .slice('OAuth '.length)
      .split(/,\s*/)
      .map((pair) => {
        const [, name = '', value = ''] = /^([^=]+)="([^"]*)"$/.exec(pair) ?? [];
        return [decodeURIComponent(name), decodeURIComponent(value)] as const;
      }),
  );
  const user = world.users.find(({ keys }) => keys.accessToken === fields.get('oauth_token'));
  const nonce = fields.get('oauth_nonce') ?? '';
  const age = Math.abs(world.now() / 1000 - Number(fields.get('oauth_timestamp')));
  if (!user || user.keys.apiKey !== fields.get('oauth_consumer_key')) throw UNAUTHORIZED();
  if (fields.get('oauth_signature_method') !== 'HMAC-SHA1' || !(age <= CLOCK_MAX_S)) throw UNAUTHORIZED();
  if (nonce === '' || nonces.has(nonce)) throw UNAUTHORIZED();
  const signed = [...fields].filter(([name]) => name !== 'oauth_signature');
  const parameters = [...signed, ...url.searchParams]
    .map((pair) => pair.map(strict).join('='))
    .sort()
    .join('&');
  const base = `${method}&${strict(`${url.origin}${url.pathname}`)}&${strict(parameters)}`;
  const key = `${strict(user.keys.apiSecret)}&${strict(user.keys.accessTokenSecret)}`;
  const expected = createHmac('sha1', key).update(base).digest();
  const given = Buffer.from(fields.get('oauth_signature') ?? '', 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw UNAUTHORIZED();
  nonces.add(nonce);
  return user;
}

/** RFC 3986, byte by byte. */
function strict(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return /[\w.~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
