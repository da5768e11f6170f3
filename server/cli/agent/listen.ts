import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type AgentConfig, urlOf } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { hostUnknown, portForbidden, portTaken } from '../messages.ts';
import { holderOfPort } from './port-holder.ts';

type Address = Pick<AgentConfig, 'port' | 'host'>;

/**
 * Tests whether the address can be listened on, so that a conflict is reported before anything is opened. AppError
 * conflict names the program using the port, if known.
 */
export async function assertPortIsFree({ port, host }: Address): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    throw await inWords(error, { port, host });
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Makes the app listen, and returns the URL for a browser on this machine. Throws like assertPortIsFree. */
export async function listen(app: FastifyInstance, { port, host }: Address): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw await inWords(error, { port, host });
  }
  const address = app.server.address();
  return urlOf(host, typeof address === 'object' && address ? address.port : port);
}

async function inWords(error: unknown, { port, host }: Address): Promise<unknown> {
  const { code } = error as NodeJS.ErrnoException;
  const cause = { cause: error };
  if (code === 'EADDRINUSE') return new AppError('conflict', portTaken(port, await holderOfPort(port)), cause);
  if (code === 'EACCES') return new AppError('forbidden', portForbidden(port), cause);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new AppError('bad_input', hostUnknown(host), cause);
  return error;
}
