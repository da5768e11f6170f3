import { randomBytes } from 'node:crypto';
import { type Incoming, consentPage as pageOf, type Reply, redirectTo } from '../publishing/imitation.ts';
import { newToken } from './facebook.ts';
import { type Call, GraphRefusal, secretText, type World } from './world.ts';

const HOUR_S = 3_600;

type App = { id: string; secret: string };
type LogIns = Pick<World, 'callback' | 'permissions' | 'grants'>;

/** Facebook's dialog, Instagram's or that of Threads; all compare the redirect address to the letter. */
export function consentPage(world: LogIns, app: App, url: URL, query: URLSearchParams): Reply {
  const wrong = (text: string): Reply => ({ status: 400, body: `<h1>Sorry, something went wrong.</h1><p>${text}</p>` });
  if (query.get('client_id') !== app.id) return wrong('Invalid App ID');
  if (query.get('redirect_uri') !== world.callback) return wrong('URL blocked: it is not white-listed');
  if (query.get('response_type') !== 'code' || !query.get('state')) return wrong('Invalid request');
  const scopes = (query.get('scope') ?? '').split(',').filter(Boolean);
  const unknown = scopes.find((scope) => world.permissions && !world.permissions.includes(scope));
  if (unknown !== undefined) return wrong(`Invalid Scopes: ${unknown}`);
  if (scopes.length === 0 && !query.get('config_id')) return wrong('It looks like this app isn’t available');
  return pageOf('Log in with Facebook', url);
}

/** The person's decision: `allow`, `cancel`, or a permission that is left out. */
export function decide(world: LogIns, app: App, url: URL, form: Record<string, string>): Reply {
  const page = consentPage(world, app, url, new URLSearchParams(form));
  if (page.status !== 200) return page;
  const { redirect_uri: redirectUri = '', state = '', decision, scope = '' } = form;
  if (decision === 'cancel')
    return redirectTo(redirectUri, {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'Permissions error',
      state,
    });
  const scopes = scope.split(',').filter((one) => one !== decision);
  const grant = { redirectUri, challenge: null, clientId: app.id, scopes };
  const reply = redirectTo(redirectUri, {
    code: world.grants.give(grant, `AQ${randomBytes(40).toString('base64url')}`),
    state,
  });
  // All append this, which is no part of the code.
  return { ...reply, headers: { location: `${reply.headers?.location}#_` } };
}

/** https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow */
function facebookToken(world: World, params: Record<string, string>): Reply {
  const { client_id, client_secret } = params;
  if (client_id !== world.app.id)
    throw new GraphRefusal(101, 'Error validating application. Cannot get application info due to a system error.');
  if (client_secret !== world.app.secret) throw new GraphRefusal(1, 'Error validating client secret.');
  if (params.redirect_uri !== world.callback)
    throw new GraphRefusal(100, 'Error validating verification code. Please make sure your redirect_uri is identical', {
      subcode: 36008,
    });
  const grant = world.grants.take({ ...params, grant_type: 'authorization_code' });
  if (grant?.clientId !== client_id)
    throw new GraphRefusal(100, 'This authorization code has been used.', { subcode: 36009 });
  const expiresAt = Math.floor(world.options.now() / 1000) + HOUR_S;
  const { value } = newToken(world, { scopes: grant.scopes, expiresAt });
  return { status: 200, body: { access_token: value, token_type: 'bearer', expires_in: HOUR_S } };
}

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login */
function instagramToken(world: World, params: Record<string, string>): Reply {
  const { client_id, client_secret } = params;
  const refusal = (error_message: string): Reply => ({
    status: 400,
    body: { error_type: 'OAuthException', code: 400, error_message },
  });
  if (client_id !== world.instagramApp.id) return refusal('Invalid platform app');
  if (client_secret !== world.instagramApp.secret) return refusal('Error validating client secret.');
  const grant = world.grants.take(params);
  const [account] = world.professionals;
  if (grant?.clientId !== client_id || !account) return refusal('This authorization code has been used');
  const expiresAt = Math.floor(world.options.now() / 1000) + HOUR_S;
  const value = `IGAA${secretText()}`;
  newToken(world, { kind: 'instagram', value, scopes: grant.scopes, igId: account.id, expiresAt });
  const permissions = grant.scopes.join(',');
  return { status: 200, body: { data: [{ access_token: value, user_id: account.id, permissions }] } };
}

/** What is asked without a token; null where a token is needed. */
export function openReply(world: World, { name, url, fields }: Incoming): Reply | null {
  const form = fields as Record<string, string>;
  switch (name) {
    case 'GET /dialog/oauth':
      return consentPage(world, world.app, url, url.searchParams);
    case 'POST /dialog/oauth':
      return decide(world, world.app, url, form);
    case 'GET /oauth/authorize':
      return consentPage(world, world.instagramApp, url, url.searchParams);
    case 'POST /oauth/authorize':
      return decide(world, world.instagramApp, url, form);
    case 'POST /oauth/access_token':
      if (form.code === undefined) return null;
      return form.grant_type === 'authorization_code' ? instagramToken(world, form) : facebookToken(world, form);
    default:
      return null;
  }
}

/** https://developers.facebook.com/documentation/instagram-platform/reference/access_token */
export function lengthenInstagram({ world, params, token }: Call): { body: object } {
  if (params.grant_type !== 'ig_exchange_token') throw new GraphRefusal(100, 'Unsupported grant_type');
  if (params.client_secret !== world.instagramApp.secret)
    throw new GraphRefusal(101, 'Error validating client secret.');
  const expiresAt = Math.floor(world.options.now() / 1000) + 60 * 86_400;
  const { value } = newToken(world, { ...token, value: `IGAA${secretText()}`, expiresAt });
  return { body: { access_token: value, token_type: 'bearer', expires_in: 60 * 86_400 } };
}
