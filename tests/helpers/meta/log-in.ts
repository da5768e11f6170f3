import { randomBytes } from 'node:crypto';
import { type Incoming, type Reply, redirectTo } from '../publishing/imitation.ts';
import { newToken } from './facebook.ts';
import { type Call, GraphRefusal, secretText, type World } from './world.ts';

const HOUR_S = 3_600;

type App = { id: string; secret: string };
type LogIns = Pick<World, 'callback' | 'grants'>;

/**
 * The user's decision in the dialog of Facebook, Instagram or Threads, which require an exact match of the redirect
 * address: `allow`, `cancel`, or a permission that is denied.
 */
export function decide(world: LogIns, app: App, form: Record<string, string>): Reply {
  const {
    client_id,
    redirect_uri: redirectUri = '',
    response_type,
    state = '',
    decision,
    scope = '',
    config_id,
  } = form;
  const wrong = (text: string): Reply => ({ status: 400, body: `<h1>Sorry, something went wrong.</h1><p>${text}</p>` });
  if (redirectUri !== world.callback) return wrong('URL blocked: it is not white-listed');
  if (client_id !== app.id || response_type !== 'code' || !state || !(scope || config_id))
    return wrong('Invalid request');
  if (decision === 'cancel')
    return redirectTo(redirectUri, {
      error: 'access_denied',
      error_description: 'Permissions error',
      state,
    });
  const scopes = scope.split(',').filter((one) => one !== decision);
  const grant = { redirectUri, challenge: null, clientId: app.id, scopes };
  const reply = redirectTo(redirectUri, {
    code: world.grants.give(grant, `AQ${randomBytes(40).toString('base64url')}`),
    state,
  });
  // All of them append this, which is not part of the code.
  return { ...reply, headers: { location: `${reply.headers?.location}#_` } };
}

/** https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow */
function facebookToken(world: World, params: Record<string, string>): Reply {
  const { client_id, client_secret } = params;
  if (client_id !== world.app.id)
    throw new GraphRefusal(101, 'Error validating application. Cannot get application info due to a system error.');
  if (client_secret !== world.app.secret) throw new GraphRefusal(1, 'Error validating client secret.');
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

/** Requests without a token; null if the route needs one. */
export function openReply(world: World, { name, fields }: Incoming): Reply | null {
  const form = fields as Record<string, string>;
  switch (name) {
    case 'POST /dialog/oauth':
      return decide(world, world.app, form);
    case 'POST /oauth/authorize':
      return decide(world, world.instagramApp, form);
    case 'POST /oauth/access_token':
      if (form.code === undefined) return null;
      return form.grant_type === 'authorization_code' ? instagramToken(world, form) : facebookToken(world, form);
    default:
      return null;
  }
}

/** https://developers.facebook.com/documentation/instagram-platform/reference/access_token */
export function lengthenInstagram({ world, params, token }: Call): { body: object } {
  if (params.client_secret !== world.instagramApp.secret)
    throw new GraphRefusal(101, 'Error validating client secret.');
  const expiresAt = Math.floor(world.options.now() / 1000) + 60 * 86_400;
  const { value } = newToken(world, { ...token, value: `IGAA${secretText()}`, expiresAt });
  return { body: { access_token: value, token_type: 'bearer', expires_in: 60 * 86_400 } };
}
