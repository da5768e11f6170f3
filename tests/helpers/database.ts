import { join } from 'node:path';
import { SqlClient } from '../../server/supabase/embedded/sql/client.ts';

/** The embedded Postgres of a workspace that is open, as its owner. Close it before the workspace. */
export function databaseOf(dataDir: string, database?: string): SqlClient {
  return new SqlClient(addressOf(dataDir, database));
}

/** Where it is reached. */
export function addressOf(dataDir: string, database = 'postgres') {
  return { host: join(dataDir, 'run'), port: 5432, user: 'postgres', password: '', database };
}
