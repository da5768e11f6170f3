import { pino } from 'pino';
import { openEmbedded } from '../../server/supabase/embedded/backend.ts';

/**
 * A process that opens a workspace, to be killed while upgrading it. Its arguments are the data directory and, unless
 * this version's migrations are used, their folder. It sends the progress messages, then `open`, and closes.
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
