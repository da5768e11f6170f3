import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted as soon as the agent begins to stop, to end long work and open streams. */
    stopping: AbortSignal;
  }
}

/** How long requests in progress may take once the agent stops, before their connections are closed. */
const GRACE_MS = 2000;

/** Makes `app.close()` finish in time: refuses new requests, ends streams, and closes connections after GRACE_MS. */
export function endInTime(app: FastifyInstance): void {
  const stopping = new AbortController();
  // Every open stream adds a listener.
  setMaxListeners(0, stopping.signal);
  app.decorate('stopping', stopping.signal);
  app.addHook('onRequest', async (_request, reply) => {
    if (!stopping.signal.aborted) return;
    reply.header('connection', 'close');
    throw new AppError('unavailable', 'local-agent is shutting down. Start it again with `local-agent start`.');
  });
  app.addHook('onResponse', async () => {
    // Keep-alive connections would otherwise stay open for GRACE_MS.
    if (stopping.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
  });
  const silent = silentConnections(app);
  app.addHook('preClose', async () => {
    stopping.abort();
    for (const socket of silent) socket.destroy();
    const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    app.server.once('close', () => clearTimeout(cut));
    cut.unref();
  });
}

/** Connections without a request so far. Browsers open them in advance, and Node does not count them as idle. */
function silentConnections(app: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage) => silent.delete(request.socket));
  return silent;
}
