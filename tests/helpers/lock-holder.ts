import { lockDataDirectory } from '../../server/data-directory/agent-lock.ts';

/**
 * A process that takes the lock of the data directory in its first argument, prints `locked` or the running agent's
 * URL, and keeps the lock until it is killed.
 */
const [dataDir = ''] = process.argv.slice(2);
const { lock, running } = await lockDataDirectory(dataDir, { command: 'start', version: '0.0.0' });
process.stdout.write(`${lock ? 'locked' : running.url}\n`);
