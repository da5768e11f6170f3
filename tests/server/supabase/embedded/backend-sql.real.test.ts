import { afterEach, expect, it } from 'vitest';
import { type BackendSql, openSql } from '../../../../server/supabase/embedded/backend-sql.ts';
import { type FakePostgres, startFakePostgres } from '../../../helpers/fake-postgres.ts';

let server: FakePostgres;
let backend: BackendSql;
afterEach(async () => {
  await backend.close();
  await server.close();
});

it('asks Postgres for its types once, however many connections come after that', async () => {
  const questions: string[] = [];
  server = await startFakePostgres(({ text }) => {
    if (text.includes('pg_catalog.pg_type')) questions.push(text);
  });
  backend = await openSql({ host: '127.0.0.1', port: server.port, user: 'me', password: '', database: 'mine' });
  await Promise.all(Array.from({ length: 8 }, () => backend.sql`select 1`));
  expect(server.connections()).toBeGreaterThan(1);
  expect(questions).toHaveLength(1);
});
