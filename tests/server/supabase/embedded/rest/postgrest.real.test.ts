import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgrestProcess, startPostgrest } from '../../../../../bench/postgrest.ts';
import type { SqlClient } from '../../../../../server/supabase/sql/client.ts';
import { sql } from '../../../../../server/supabase/sql/template.ts';
import { databaseOf } from '../../../../helpers/database.ts';
import { everyNth } from '../../../../helpers/depth.ts';
import { openTestBackend, type TestBackend } from '../../../../helpers/embedded.ts';
import { CASES, type RestCase } from './cases.ts';
import { FUNCTIONS_SQL, SEED_SQL, TABLES_SQL } from './seed.ts';

let first: TestBackend;
let backend: TestBackend;
let postgrest: PostgrestProcess;
let database: SqlClient;
let token: string;
/** Whether the rows are in their initial state. Requests that only read leave them unchanged. */
let isSeeded = false;

beforeAll(async () => {
  // The schema is read at the start, so the functions must exist before.
  first = await openTestBackend();
  const before = databaseOf(first.dataDir);
  await before.script(FUNCTIONS_SQL);
  await before.script(TABLES_SQL);
  await before.close();
  await first.connection.close();
  backend = await openTestBackend({ dataDir: first.dataDir });
  token = await backend.memberToken();
  database = databaseOf(backend.dataDir);
  postgrest = await startPostgrest(backend.dataDir);
});
afterAll(async () => {
  await postgrest?.stop();
  await database?.close();
  await backend?.close();
  await first?.close();
});

/** The status, the headers that clients read, and the body without values that differ from run to run. */
async function ask(url: string, request: RestCase, send: typeof fetch) {
  const { method, path, body, headers } = request;
  if (!isSeeded) {
    await database.transaction((transaction) => transaction.script(SEED_SQL));
    await database.rows(sql`truncate public.notes restart identity`);
  }
  isSeeded = method === 'GET' || method === 'HEAD';
  const response = await send(`${url}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      apikey: backend.connection.publishableKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
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
    .replace(/"id": ?"(?!(\d)\1{7})[0-9a-f-]{36}"/g, '"id":"new"')
    .replace(/"(created|updated)_at": ?"(?!2026-01-)\d{4}-\d\d-\d\dT[\d:.]+\+00:00"/g, '"$1_at":"now"');
  try {
    return JSON.parse(plain);
  } catch {
    return plain;
  }
}

test.for(everyNth(CASES, 3))('answers like PostgREST: %s', async ([, request]) => {
  const { inProcessUrl, fetch: inProcess } = backend.connection;
  expect(await ask(`${inProcessUrl}/rest/v1`, request, inProcess)).toEqual(await ask(postgrest.url, request, fetch));
});
