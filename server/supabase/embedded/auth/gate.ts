import type { ServerOptions } from '@supabase/lite';

type Middleware = NonNullable<ServerOptions['middlewares']>[number];

/**
 * What /auth/v1 answers here: signing in and out with a password, renewing, the own account, and what describes the
 * service.
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
 * Needs mail, which the agent does not send: links and codes would only land in its log, where others may read them.
 */
const MAILED = new Set(['/otp', '/magiclink', '/recover', '/resend', '/verify', '/reauthenticate', '/invite']);

/**
 * Lets only the parts of @supabase/lite's auth through that a workspace uses, so that no other way in (links by mail,
 * other providers, factors) is open. Refusals look like those of Supabase Auth: `{ code, error_code, msg }`.
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

/** Hono caches the body that it read for the next reader. */
async function changesAddress(request: { json(): Promise<unknown> }): Promise<boolean> {
  const body = await request.json().catch(() => null);
  return typeof body === 'object' && body !== null && ('email' in body || 'phone' in body);
}
