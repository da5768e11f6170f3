import type { AgentConfig } from '../../config/config.ts';
import type { RunningAgent } from '../../data-directory/agent-lock.ts';
import { workspaceOf } from '../../features/accounts/feature.ts';
import { thisMachine } from '../../system/machine.ts';
import { checkBrowser, checkScreen, checkVideo, checkVoice } from './browser-checks.ts';
import { type Check, ok } from './check.ts';
import { checkDataDirectory, checkDisk, checkMemory, checkNode } from './machine-checks.ts';
import { checkChannelLogins, checkDatabase } from './service-checks.ts';

type Environment = Record<string, string | undefined>;

/**
 * Runs all checks and yields each result. `running` is the data directory's agent: if there is one, its port and
 * database are not checked; otherwise `checkPort` tries the port.
 */
export async function* examine(
  config: AgentConfig,
  env: Environment,
  running: RunningAgent | null,
  checkPort: () => Promise<Check>,
): AsyncGenerator<Check> {
  const machine = thisMachine();
  yield checkNode();
  yield await checkDataDirectory(config.dataDir);
  yield await checkDisk(config.dataDir);
  yield await checkMemory();
  yield running ? ok('Port', `this agent answers at ${running.url}`) : await checkPort();
  yield running ? ok('PostgreSQL', 'running in the agent') : await checkDatabase(config);
  yield await checkChannelLogins(config.dataDir, workspaceOf(config.supabaseUrl ?? config.databaseUrl));
  const browser = await checkBrowser(env, machine);
  yield* browser;
  if (browser.every(({ verdict }) => verdict !== 'fail')) yield await checkVideo(config.dataDir);
  yield checkScreen(env, machine);
  yield await checkVoice(env, machine);
}
