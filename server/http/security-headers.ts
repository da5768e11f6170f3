import type { FastifyReply } from 'fastify';

/** Every answer carries these; routes that know better (hashed assets, stored media) replace the cache rule. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Stored files are other people's bytes on our origin: opened by themselves they may run and load nothing. */
export const STORED_FILE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/**
 * The policy of our pages: own scripts only, none inline. Styles may be inline because Radix and sonner position with
 * style attributes. `supabaseOrigin` is the hosted project's, which the pages then call and show media from.
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

/** An onRequest hook that sets the headers every answer carries. */
export function securityHeaders(supabaseOrigin: string | null) {
  const policy = contentSecurityPolicy(supabaseOrigin);
  return async (_request: unknown, reply: FastifyReply): Promise<void> => {
    reply.headers(ALWAYS).header('content-security-policy', policy);
  };
}
