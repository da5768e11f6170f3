import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Response headers that supabase-js reads in addition to the CORS-safelisted ones. */
const EXPOSED = [
  'content-range',
  'content-profile',
  'content-location',
  'location',
  'range-unit',
  'retry-after',
  'x-supabase-api-version',
];

/**
 * Lets pages of `allowedOrigins` call the agent and its embedded Supabase. There is no wildcard: each answer names the
 * requesting origin, and without allowed origins there are no CORS headers. Runs after the local-only guard, which
 * refuses all other origins.
 */
export async function allowOrigins(app: FastifyInstance, allowedOrigins: readonly string[]): Promise<void> {
  if (allowedOrigins.length === 0) return;
  app.addHook('onRequest', async ({ headers, method }, reply) => {
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-private-network'] === 'true';
    if (isPreflight && headers.origin && allowedOrigins.includes(headers.origin)) {
      reply.header('access-control-allow-private-network', 'true');
    }
  });
  await app.register(cors, {
    origin: [...allowedOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
    strictPreflight: false,
  });
}
