import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that was just free, for programs that must know their port before they listen. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('This machine gave no port.');
  return address.port;
}

/** A port on which nothing ever listens: it is below those that the system assigns, and fetch does not refuse it. */
export const CLOSED_PORT = 2;
