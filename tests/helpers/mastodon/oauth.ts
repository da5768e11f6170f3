import { type Reply, redirectTo } from '../publishing/imitation.ts';
import { credentialApplication } from './entities.ts';
import { ApiError, type App, accountNamed, type Call, secretText, textParam, type World } from './world.ts';

export const OOB = 'urn:ietf:wg:oauth:2.0:oob';
const SCOPES = [
  ...['read', 'read:accounts', 'read:statuses', 'read:notifications'],
  ...['write', 'write:statuses', 'write:media', 'write:accounts', 'write:favourites'],
  ...['follow', 'push'],
];

/** `read` contains `read:statuses`. https://docs.joinmastodon.org/api/oauth-scopes/ */
export function contains(granted: readonly string[], scope: string): boolean {
  return granted.includes(scope) || granted.includes(scope.split(':')[0] ?? '');
}

function knownScopes({ options }: World): string[] {
  return options.hasMetadata ? [...SCOPES, 'profile'] : SCOPES;
}

/** https://docs.joinmastodon.org/methods/oauth/#authorization-server-metadata */
export function metadata({ world }: Call): Reply {
  const { origin, options } = world;
  if (!options.hasMetadata) throw new ApiError(404, 'Not Found');
  return {
    status: 200,
    body: {
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      app_registration_endpoint: `${origin}/api/v1/apps`,
      scopes_supported: knownScopes(world),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    },
  };
}

/** https://docs.joinmastodon.org/methods/apps/#create */
export function createApp(call: Call): Reply {
  const { world, params } = call;
  const name = textParam(call, 'client_name') ?? '';
  const uris = params.redirect_uris;
  const redirectUris = (Array.isArray(uris) ? uris.map(String) : String(uris ?? '').split('\n')).filter(Boolean);
  const scopes = (textParam(call, 'scopes') ?? 'read').split(' ');
  if (!scopes.every((scope) => knownScopes(world).includes(scope))) {
    throw new ApiError(422, "Validation failed: Scopes doesn't match configured on the server.");
  }
  const app: App = {
    id: String(world.apps.length + 1),
    name,
    clientId: secretText(),
    secret: secretText(),
    redirectUris,
    scopes,
  };
  world.apps.push(app);
  return { status: 200, body: credentialApplication(app) };
}

/**
 * The decision of a user who is signed in as `username`: a `POST` of the form that `GET /oauth/authorize` shows. A
 * refusal redirects with an error. https://docs.joinmastodon.org/methods/oauth/#authorize
 */
export function decide(call: Call): Reply {
  const { world } = call;
  const app = world.apps.find(({ clientId }) => clientId === textParam(call, 'client_id'));
  const redirectUri = textParam(call, 'redirect_uri') ?? '';
  const scopes = (textParam(call, 'scope') ?? 'read').split(' ');
  const challenge = world.options.hasMetadata ? textParam(call, 'code_challenge') : null;
  const isRight =
    app?.redirectUris.includes(redirectUri) &&
    textParam(call, 'response_type') === 'code' &&
    scopes.every((scope) => contains(app.scopes, scope)) &&
    (!challenge || textParam(call, 'code_challenge_method') === 'S256');
  if (!app || !isRight) throw new ApiError(400, 'invalid_request');
  const state = { state: String(call.params.state) };
  if (call.params.decision === 'deny') {
    const error_description = 'The resource owner or authorization server denied the request.';
    return redirectTo(redirectUri, { error: 'access_denied', error_description, ...state });
  }
  const account = accountNamed(world, textParam(call, 'username') ?? '');
  const code = world.grants.give({ app, account, redirectUri, scopes, challenge }, secretText());
  if (redirectUri !== OOB) return redirectTo(redirectUri, { code, ...state });
  const page = `<!DOCTYPE html><p>Copy this code:</p><input class="oauth-code" readonly value="${code}">`;
  return { status: 200, body: page };
}

/** A code is valid once, for ten minutes. https://docs.joinmastodon.org/methods/oauth/#token */
export function createToken(call: Call): Reply {
  const { world } = call;
  const app = world.apps.find(({ clientId }) => clientId === textParam(call, 'client_id'));
  if (!app || app.secret !== textParam(call, 'client_secret')) {
    throw new ApiError(401, 'invalid_client', {
      error_description:
        'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
    });
  }
  const grant = world.grants.take(call.params);
  if (grant?.app !== app) {
    throw new ApiError(400, 'invalid_grant', {
      error_description:
        'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
    });
  }
  const { account, scopes } = grant;
  const value = secretText();
  world.tokens.push({ value, account, app, scopes, isRevoked: false });
  const created_at = Math.floor(world.options.now() / 1000);
  return { status: 200, body: { access_token: value, token_type: 'Bearer', scope: scopes.join(' '), created_at } };
}

/** Only for the app that the token was issued to. https://docs.joinmastodon.org/methods/oauth/#revoke */
export function revokeToken(call: Call): Reply {
  const { world } = call;
  const token = world.tokens.find(({ value }) => value === textParam(call, 'token'));
  const { clientId, secret } = token?.app ?? {};
  if (!token || clientId !== textParam(call, 'client_id') || secret !== textParam(call, 'client_secret'))
    throw new ApiError(403, 'unauthorized_client');
  token.isRevoked = true;
  return { status: 200, body: {} };
}
