import type { Logger } from 'pino';
import type { AskDiskRoom } from '../../../files/disk-room.ts';
import type { SqlClient } from '../../sql/client.ts';
import type { tokenVerifier } from '../auth/verify.ts';
import type { Keys } from '../keys.ts';
import { identify } from './caller.ts';
import { storageAnswer } from './error.ts';
import { objectFiles } from './files.ts';
import { looseFiles } from './loose-files.ts';
import { objectRoutes } from './object-routes.ts';
import { routeOf, type StorageRequest } from './routing.ts';
import { storageSigner } from './sign.ts';

export type StorageApi = (request: Request) => Promise<Response>;

/** `close` stops background work. */
export type OpenedStorage = { handle: StorageApi; close(): void };

export type StorageParts = {
  database: SqlClient;
  keys: Keys;
  tokens: ReturnType<typeof tokenVerifier>;
  /** The folder of the objects' files; it must exist. */
  objects: string;
  log: Logger;
  /** Queries the free disk space there; by default from the system. */
  askRoom?: AskDiskRoom | undefined;
};

/**
 * Serves the part of /storage/v1 that the product uses, as in a hosted project: objects and their policies are in
 * Postgres, their bytes are files under `objects`.
 */
export async function openStorage({
  database,
  keys,
  tokens,
  objects,
  log,
  askRoom,
}: StorageParts): Promise<OpenedStorage> {
  const written = objectFiles(objects, askRoom);
  await written.sweepUnfinished();
  const files = looseFiles(database, written, log);
  files.start();
  const routes = objectRoutes(database, files, storageSigner(keys.jwtSecret));

  const handle: StorageApi = async (request) => {
    const url = new URL(request.url);
    const ask: StorageRequest = { request, url, caller: () => identify(request.headers, keys, tokens) };
    try {
      const answer = await routeOf(routes, ask);
      return request.method === 'HEAD' ? new Response(null, answer) : answer;
    } catch (error) {
      const refusal = storageAnswer(error);
      if (refusal) return request.method === 'HEAD' ? new Response(null, { status: refusal.status }) : refusal;
      if (!request.signal.aborted) log.error({ err: error }, 'The storage failed.');
      return Response.json(
        { statusCode: '500', error: 'InternalError', message: 'Internal server error' },
        { status: 500 },
      );
    }
  };
  return { handle, close: files.close };
}
