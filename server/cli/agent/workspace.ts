import type { AgentConfig } from '../../config/config.ts';
import { lockDataDirectory } from '../../directories/agent-lock.ts';
import { prepareDataDirectory } from '../../directories/data-directory.ts';
import { loadAgentToken } from '../../http/agent-token.ts';
import { isWaiting } from '../messages.ts';
import { orInterrupted } from '../terminal/interruption.ts';
import { note, type Terminal } from '../terminal/terminal.ts';
import { type Api, inProcessApi, runningApi } from './api.ts';

/**
 * Does `work` with the agent API of the configured data directory: the running agent's or, when none runs, that of a
 * workspace opened in this process for as long as the work takes. `command` is what others who come meanwhile are told.
 */
export async function withApi<T>(
  command: string,
  config: AgentConfig,
  terminal: Terminal,
  work: (api: Api) => Promise<T>,
): Promise<T> {
  const { dataDir, port, version } = config;
  await prepareDataDirectory(dataDir);
  const { lock, running } = await orInterrupted(
    terminal.ending,
    lockDataDirectory(dataDir, { command, version }, (holder) => note(terminal, isWaiting(holder))),
  );
  if (running) return work(runningApi(running.url, await loadAgentToken(dataDir), terminal.ending));
  try {
    // Not loaded where an agent runs, which is most of the time.
    const { openWorkspace } = await import('../../open-workspace.ts');
    const agent = await openWorkspace(config);
    try {
      return await orInterrupted(terminal.ending, work(inProcessApi(agent, port)));
    } finally {
      await agent.close();
    }
  } finally {
    await lock.release();
  }
}
