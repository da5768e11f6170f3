import type { FastifyReply } from 'fastify';

/** Sent with every answer; the routes of hashed assets and stored media override the Cache-Control header. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Stored files are untrusted content on our origin: opened directly, they must not run scripts or load anything. */
export const STORED_FILE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/**
 * The policy of our pages: only our own scripts, none inline. Inline styles are allowed because Radix and sonner
 * position elements with style attributes. `supabaseOrigin` is the hosted project, which pages call and load media
 * from.
 */
export function contentSecurityPolicy(supabaseOrigin: string | null): string {
  const project = supabaseOrigin ? ` ${supabaseOrigin}` : '';
  const sockets = supabaseOrigin ? ` ${supabaseOrigin.replace(/^http/, 'ws')}` : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${project}`,
    `media-src 'self' blob:${project}`,
    `connect-src 'self'${project}${sockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** An onRequest hook that sets the headers of every answer. */
export function securityHeaders(supabaseOrigin: string | null) {
  const policy = contentSecurityPolicy(supabaseOrigin);
  return async (_request: unknown, reply: FastifyReply): Promise<void> => {
    reply.headers(ALWAYS).header('content-security-policy', policy);
  };
}
