import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgrestProcess, startPostgrest } from '../../../../bench/postgrest.ts';
import { openTestBackend, type TestBackend } from '../../../helpers/embedded.ts';
import { CASES, FUNCTIONS_SQL, type RestCase, SEED_SQL } from './rest-cases.ts';

let backend: TestBackend;
let postgrest: PostgrestProcess;
let sql: Sql;
let token: string;

beforeAll(async () => {
  backend = await openTestBackend();
  token = await backend.memberToken();
  sql = postgres({ path: join(backend.dataDir, 'run/.s.PGSQL.5432'), user: 'postgres', max: 1 });
  await sql.unsafe(FUNCTIONS_SQL);
  postgrest = await startPostgrest(backend.dataDir);
});
afterAll(async () => {
  await postgrest?.stop();
  await sql?.end();
  await backend?.close();
});

/** Status, the headers that clients read, and the body with what differs from row to row taken out. */
async function ask(url: string, request: RestCase, send: typeof fetch) {
  await sql.begin((transaction) => transaction.unsafe(SEED_SQL));
  const { method, path, body, headers } = request;
  const response = await send(`${url}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      apikey: backend.connection.publishableKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    type: response.headers.get('content-type'),
    body: withoutChance(await response.text()),
  };
}

function withoutChance(text: string): unknown {
  const plain = text
    .replace(/Failing row contains \([^)]*\)/, 'Failing row')
    .replace(/"id":"(?!(\d)\1{7})[0-9a-f-]{36}"/g, '"id":"new"')
    .replace(/"(created|updated)_at":"(?!2026-01-)\d{4}-\d\d-\d\dT[\d:.]+\+00:00"/g, '"$1_at":"now"');
  try {
    return JSON.parse(plain);
  } catch {
    return plain;
  }
}

test.for(Object.entries(CASES))('answers like PostgREST: %s', async ([, request]) => {
  const { inProcessUrl, fetch: inProcess } = backend.connection;
  const ours = await ask(`${inProcessUrl}/rest/v1`, request, inProcess);
  expect(ours).toEqual(await ask(postgrest.url, request, fetch));
});
