import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../bench/database.ts';
import { openEmbedded } from '../server/supabase/embedded/backend.ts';
import { databaseTypes, TYPES_FILE } from './database-types.ts';

/** `npm run types`: creates a new database with the migrations, and writes its types to TYPES_FILE. */
const dataDir = await mkdtemp(join(tmpdir(), 'la-types-'));
const backend = await openEmbedded({ dataDir, databaseUrl: null, log: pino({ level: 'silent' }) });
const database = openDatabase(dataDir);
try {
  await writeFile(TYPES_FILE, await databaseTypes(database));
} finally {
  await database.close();
  await backend.close();
  await rm(dataDir, { recursive: true, force: true });
}
