import { openAgent } from '../../../server/agent.ts';
import { loadConfig } from '../../../server/config/config.ts';
import { lockDataDirectory } from '../../../server/data-directory/agent-lock.ts';
import { prepareDataDirectory } from '../../../server/data-directory/data-directory.ts';
import { fastClock } from '../fast-clock.ts';

/**
 * An agent in a process of its own, to be killed: its arguments are a data directory, a port and Instagram's address.
 * Warm-ups take no time in it. Its first message is the agent token, once it is ready; it answers any message with the
 * bytes of its heap in use, and ends at SIGTERM, or when nobody listens any more.
 */
const [dataDir = '', port = '', instagramUrl = ''] = process.argv.slice(2);
await prepareDataDirectory(dataDir);
const { lock } = await lockDataDirectory(dataDir, { command: 'start', version: '0.0.0' });
if (!lock) throw new Error(`${dataDir} is in use.`);
const flags = { dataDir, port: Number(port), host: '127.0.0.1', open: false, logLevel: 'error', instagramUrl };
const agent = await openAgent(loadConfig(flags, {}), {
  warmup: { clock: fastClock(), patienceMs: 1_500 },
  timeZone: null,
  desktop: null,
});
await agent.app.listen({ port: flags.port, host: flags.host });
lock.tell({ url: `http://${flags.host}:${port}` });

process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
const end = async () => {
  await agent.close();
  await lock.release();
  process.exit(0);
};
process.once('SIGTERM', end);
process.once('disconnect', end);
process.send?.(agent.agentToken);
