import { pino } from 'pino';
import { openEmbedded } from '../../server/supabase/embedded/backend.ts';

/**
 * A process that opens a workspace, to be killed while it upgrades it. Its argument is the data directory. It sends what
 * is said meanwhile, and closes it.
 */
const [dataDir = ''] = process.argv.slice(2);
const connection = await openEmbedded({
  dataDir,
  databaseUrl: null,
  log: pino({ level: 'silent' }),
  onProgress: (sentence) => process.send?.(sentence),
});
await connection.close();
process.disconnect?.();
