import type { ServerOptions } from '@supabase/lite';

type Middleware = NonNullable<ServerOptions['middlewares']>[number];

/**
 * The endpoints of /auth/v1 that are served: signing in with a password, refreshing, signing out, the user's own
 * account, and the service's metadata.
 */
const OPEN = new Set([
  '/settings',
  '/health',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
  '/signup',
  '/token',
  '/logout',
  '/user',
]);

const GRANTS = new Set(['password', 'refresh_token']);

/**
 * Endpoints that need e-mail, which the agent does not send: links and codes would only end up in its log, where others
 * may read them.
 */
const MAILED = new Set(['/otp', '/magiclink', '/recover', '/resend', '/verify', '/reauthenticate', '/invite']);

/**
 * Lets only those parts of @supabase/lite's auth through that a workspace uses, so that no other sign-in method (e-mail
 * links, other providers, factors) is open. Errors look like those of Supabase Auth: `{ code, error_code, msg }`.
 */
export const restrictAuth: Middleware = async (context, next) => {
  const { path, method } = context.req;
  if (!path.startsWith('/auth/v1')) return next();
  const endpoint = path.slice('/auth/v1'.length);
  if (MAILED.has(endpoint) || (endpoint === '/user' && method === 'PUT' && (await changesAddress(context.req)))) {
    const msg = 'This workspace sends no e-mail. Accounts are managed with "local-agent users".';
    return context.json({ code: 422, error_code: 'email_provider_disabled', msg }, 422);
  }
  if (endpoint === '/token' && !GRANTS.has(context.req.query('grant_type') ?? '')) {
    return context.json({ code: 400, error_code: 'validation_failed', msg: 'unsupported_grant_type' }, 400);
  }
  if (OPEN.has(endpoint)) return next();
  return context.json({ code: 404, error_code: 'not_found', msg: 'Requested path is invalid' }, 404);
};

/** Hono caches the body, so it can be read again later. */
async function changesAddress(request: { json(): Promise<unknown> }): Promise<boolean> {
  const body = await request.json().catch(() => null);
  return typeof body === 'object' && body !== null && ('email' in body || 'phone' in body);
}
