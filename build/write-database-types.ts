import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import postgres from 'postgres';
import { openEmbedded } from '../server/supabase/embedded/backend.ts';
import { databaseTypes, TYPES_FILE } from './database-types.ts';

/** `npm run types`: makes a fresh database with the migrations, and writes down its types. */
const dataDir = await mkdtemp(join(tmpdir(), 'la-types-'));
const backend = await openEmbedded({ dataDir, databaseUrl: null, log: pino({ level: 'silent' }) });
const sql = postgres({ path: join(dataDir, 'run/.s.PGSQL.5432'), user: 'postgres', max: 1 });
try {
  await writeFile(TYPES_FILE, await databaseTypes(sql));
} finally {
  await sql.end();
  await backend.close();
  await rm(dataDir, { recursive: true, force: true });
}
