import { afterEach, expect, it } from 'vitest';
import { LiteConnection } from '../../../../server/supabase/embedded/lite-connection.ts';
import { type FakePostgres, startFakePostgres } from '../../../helpers/fake-postgres.ts';

let server: FakePostgres;
let connection: LiteConnection;
afterEach(async () => {
  await connection.close();
  await server.close();
});

it('asks Postgres for its types once, however many connections come after that', async () => {
  const questions: string[] = [];
  server = await startFakePostgres(({ text }) => {
    if (text.includes('pg_catalog.pg_type')) questions.push(text);
  });
  connection = new LiteConnection({ host: '127.0.0.1', port: server.port, user: 'me', password: '', database: 'mine' });
  await connection.open();
  await Promise.all(Array.from({ length: 8 }, () => connection.driver`select 1`));
  expect(server.connections()).toBeGreaterThan(1);
  expect(questions).toHaveLength(1);
});
