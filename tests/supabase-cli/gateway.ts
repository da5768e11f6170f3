import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pino } from 'pino';
import { openStorage, type StorageParts } from '../../server/supabase/embedded/storage/api.ts';
import { serve } from '../helpers/loopback.ts';

/**
 * The gateway in front of a hosted project's services: it replaces an API key with its role's token, and forwards
 * /rest/v1 to PostgREST. /storage/v1 is this package's own storage on the project's database, under its policies,
 * because Supabase's storage-api is in no package registry. There is no /auth/v1.
 */
export async function startGateway(
  postgrest: string,
  dataDir: string,
  { serviceToken, ...parts }: Pick<StorageParts, 'database' | 'keys' | 'tokens'> & { serviceToken: string },
) {
  const objects = join(dataDir, 'project-objects');
  await mkdir(objects);
  const storage = await openStorage({ ...parts, objects, log: pino({ level: 'silent' }) });
  const bearers: Record<string, string | null> = {
    [`Bearer ${parts.keys.publishableKey}`]: null,
    [`Bearer ${parts.keys.secretKey}`]: `Bearer ${serviceToken}`,
  };

  function restRequest(path: string, init: RequestInit, headers: Headers): Promise<Response> {
    const given = headers.get('authorization') ?? `Bearer ${headers.get('apikey')}`;
    const bearer = given in bearers ? bearers[given] : given;
    if (bearer) headers.set('authorization', bearer);
    else headers.delete('authorization');
    return fetch(`${postgrest}${path.slice('/rest/v1'.length)}`, { ...init, headers });
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { url: path = '/', method = 'GET' } = incoming;
    const { host: _host, connection: _connection, ...sent } = incoming.headers as Record<string, string>;
    const headers = new Headers(sent);
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: Readable.toWeb(incoming), duplex: 'half' };
    const init = { method, ...body } as RequestInit;
    const given = path.startsWith('/rest/v1/')
      ? await restRequest(path, init, headers)
      : await storage.handle(new Request(`http://storage.invalid${path}`, { ...init, headers }));
    outgoing.writeHead(given.status, given.statusText, Object.fromEntries(given.headers));
    if (given.body) await pipeline(Readable.fromWeb(given.body as never), outgoing);
    else outgoing.end();
  }

  const { origin, close } = await serve((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error) => outgoing.destroy(error));
  });
  return {
    url: origin,
    async close() {
      await close();
      storage.close();
    },
  };
}
