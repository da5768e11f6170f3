import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that was free a moment ago, for what must know its port before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('This machine gave no port.');
  return address.port;
}

/** Nobody listens on it, now or later: it is below those that the system gives out, and fetch does not refuse it. */
export const CLOSED_PORT = 2;
