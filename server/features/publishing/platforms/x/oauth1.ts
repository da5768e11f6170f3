import { createHmac, randomBytes } from 'node:crypto';

/** The four keys of an app and its account, the app's first. */
export type OAuth1Keys = { apiKey: string; apiSecret: string; accessToken: string; accessTokenSecret: string };

/** The unique parts of each request: a nonce, and the time in seconds since the epoch. */
type Moment = { nonce: string; timestamp: number };

/**
 * The Authorization header of a request with OAuth 1.0a and HMAC-SHA1. Query parameters are signed; a body is signed
 * only if it is a form, which X's API v2 does not use.
 * https://docs.x.com/fundamentals/authentication/oauth-1-0a/creating-a-signature
 */
export function authorizationHeader(method: string, url: URL, keys: OAuth1Keys, { nonce, timestamp }: Moment): string {
  const oauth: [string, string][] = [
    ['oauth_consumer_key', keys.apiKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_token', keys.accessToken],
    ['oauth_version', '1.0'],
  ];
  const signature = signatureOf(method, url, oauth, keys);
  const fields = [...oauth, ['oauth_signature', signature] as const];
  return `OAuth ${fields.map(([name, value]) => `${encoded(name)}="${encoded(value)}"`).join(', ')}`;
}

/** A time with a unique nonce. */
export function newMoment(now: Date): Moment {
  return { nonce: randomBytes(16).toString('hex'), timestamp: Math.floor(now.getTime() / 1000) };
}

/** The signature of a request with these OAuth parameters, as Base64. */
export function signatureOf(
  method: string,
  url: URL,
  oauth: readonly (readonly [string, string])[],
  { apiSecret, accessTokenSecret }: Pick<OAuth1Keys, 'apiSecret' | 'accessTokenSecret'>,
): string {
  const parameters = [...url.searchParams, ...oauth]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const base = [method.toUpperCase(), `${url.origin}${url.pathname}`, parameters].map(encoded).join('&');
  return createHmac('sha1', `${encoded(apiSecret)}&${encoded(accessTokenSecret)}`)
    .update(base)
    .digest('base64');
}

/** Percent encoding of RFC 3986, which escapes more characters than encodeURIComponent. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
