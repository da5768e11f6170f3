import { type Api, inProcessApi, runningApi } from '../../agent-client/api.ts';
import type { AgentConfig } from '../../config/config.ts';
import { lockDataDirectory } from '../../data-directory/agent-lock.ts';
import { prepareDataDirectory } from '../../data-directory/data-directory.ts';
import { loadAgentToken } from '../../http/agent-token.ts';
import { isWaiting } from '../messages.ts';
import { orInterrupted } from '../terminal/interruption.ts';
import { note, type Terminal } from '../terminal/terminal.ts';

export type OpenedApi = {
  api: Api;
  /** Whether it belongs to a separately running agent. */
  isRunning: boolean;
  /** The port that the agent listens on, or would listen on. */
  port: number;
  /** Closes the workspace if this process opened it. */
  close(): Promise<void>;
};

/**
 * Runs `work` with the agent API of the configured data directory: the running agent's or, if none runs, that of a
 * workspace opened in this process. `command` is shown to other processes that need the data directory.
 */
export async function withApi<T>(
  command: string,
  config: AgentConfig,
  terminal: Terminal,
  work: (api: Api, port: number) => Promise<T>,
): Promise<T> {
  const { api, isRunning, port, close } = await openApi(command, config, terminal);
  if (isRunning) return work(api, port);
  try {
    return await orInterrupted(terminal.ending, work(api, port));
  } finally {
    await close();
  }
}

/** Finds the running agent of the configured data directory or, if none runs, opens the workspace in this process. */
export async function openApi(command: string, config: AgentConfig, terminal: Terminal): Promise<OpenedApi> {
  const { dataDir, port, version } = config;
  await prepareDataDirectory(dataDir);
  const { lock, running } = await orInterrupted(
    terminal.ending,
    lockDataDirectory(dataDir, { command, version }, (holder) => note(terminal, isWaiting(holder))),
  );
  if (running) {
    const api = runningApi(running.url, await loadAgentToken(dataDir), terminal.ending, terminal.tidyUpMs);
    return { api, isRunning: true, port: Number(new URL(running.url).port), close: async () => undefined };
  }
  try {
    // Not loaded when an agent runs, the usual case.
    const { openWorkspace } = await import('../../open-workspace.ts');
    const agent = await openWorkspace(config, { onProgress: (sentence) => note(terminal, sentence) });
    const close = () => agent.close().finally(() => lock.release());
    return { api: inProcessApi(agent, port), isRunning: false, port, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
