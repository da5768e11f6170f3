import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';

/** The Postgres of the agent that runs on a data directory, as its owner. End it before the agent. */
export function openDatabase(dataDir: string): Sql {
  return postgres({ path: join(dataDir, 'run', '.s.PGSQL.5432'), user: 'postgres', max: 1, onnotice: () => {} });
}
