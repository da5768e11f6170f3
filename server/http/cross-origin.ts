import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** What supabase-js reads of an answer: counts and ranges, beside the usual. */
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
 * one origin that asked, and with no origins allowed no answer has a CORS header at all. Runs after the local-only
 * guard, which has refused everybody else.
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
