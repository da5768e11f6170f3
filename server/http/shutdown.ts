import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted as soon as the agent begins to stop; long work and open streams end then. */
    stopping: AbortSignal;
  }
}

/** How long requests under way may take to finish once the agent stops; what is left is cut off. */
const GRACE_MS = 3000;

/** Makes `app.close()` end in time: no new work, streams ended, and connections that linger cut after GRACE_MS. */
export function endInTime(app: FastifyInstance): void {
  const stopping = new AbortController();
  app.decorate('stopping', stopping.signal);
  app.addHook('onRequest', async (_request, reply) => {
    if (!stopping.signal.aborted) return;
    reply.header('connection', 'close');
    throw new AppError('unavailable', 'local-agent is shutting down. Start it again with `local-agent start`.');
  });
  app.addHook('preClose', async () => {
    stopping.abort();
    const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    app.server.once('close', () => clearTimeout(cut));
    cut.unref();
  });
}
