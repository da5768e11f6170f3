import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { SUPABASE_PATHS } from './supabase-mount.ts';

const SERVER_PATHS = ['/api', ...SUPABASE_PATHS];

/** Serves a file's .br or .gz copy, with the Vary header. */
const COPIES: Pick<FastifyStaticOptions, 'preCompressed' | 'setHeaders'> = {
  preCompressed: true,
  setHeaders: (response) => response.setHeader('vary', 'accept-encoding'),
};

/**
 * Serves the built UI. Files below assets/ have a hash in their name and are cached for a year; others are not cached.
 * A page navigation to an unknown path gets index.html, whose router shows the screen or the 404 page (§2); any other
 * request gets a JSON 404. Compressed copies from the build are sent to browsers that accept them.
 */
export async function serveUi(app: FastifyInstance, uiDir: string): Promise<void> {
  const isBuilt = existsSync(join(uiDir, 'index.html'));
  if (isBuilt) {
    app.addHook('onSend', varyByBoth);
    const assets = { root: join(uiDir, 'assets'), prefix: '/assets/', decorateReply: false };
    await app.register(fastifyStatic, { ...COPIES, ...assets, immutable: true, maxAge: '1y' });
    await app.register(fastifyStatic, { ...COPIES, root: uiDir, cacheControl: false });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!opensScreen(request))
      throw new AppError('not_found', `There is nothing at ${request.method} ${shown(pathOf(request))}.`);
    if (isBuilt) return reply.sendFile('index.html');
    throw new AppError(
      'unavailable',
      `The web interface is not built (${uiDir} has no index.html). Run \`npm run build\`.`,
    );
  });
}

function opensScreen(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const isServers = SERVER_PATHS.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return reads && !isServers && !path.startsWith('/assets/') && (request.headers.accept ?? '').includes('text/html');
}

/** Merges a file's Vary header, which is set on the raw response, with that of CORS, which would replace it. */
async function varyByBoth(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [ofFile, ofReply] = [reply.raw.getHeader('vary'), reply.getHeader('vary')];
  if (ofFile && ofReply !== ofFile) reply.header('vary', `${ofReply}, ${ofFile}`);
}

/** Maximum length of a path in an error message. */
const SHOWN_CHARS = 200;

function shown(path: string): string {
  return path.length > SHOWN_CHARS ? `${path.slice(0, SHOWN_CHARS)}…` : path;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}
