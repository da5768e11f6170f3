import { join } from 'node:path';
import { SqlClient } from '../server/supabase/sql/client.ts';

/** Connects to the Postgres of the agent that runs on a data directory, as its owner. Close it before the agent. */
export function openDatabase(dataDir: string): SqlClient {
  return new SqlClient({
    host: join(dataDir, 'run'),
    port: 5432,
    user: 'postgres',
    password: '',
    database: 'postgres',
  });
}
