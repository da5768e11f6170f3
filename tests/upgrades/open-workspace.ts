import { pino } from 'pino';
import { openEmbedded } from '../../server/supabase/embedded/backend.ts';

/**
 * A process that opens a workspace, to be killed while it upgrades it. Its arguments are the data directory and, where
 * they are not this version's, the folder of the migrations. It sends what is said meanwhile, then `open`, and closes.
 */
const [dataDir = '', migrations] = process.argv.slice(2);
const connection = await openEmbedded({
  dataDir,
  databaseUrl: null,
  log: pino({ level: 'silent' }),
  onProgress: (sentence) => process.send?.(sentence),
  ...(migrations && { migrations }),
});
process.send?.('open');
await connection.close();
process.disconnect?.();
