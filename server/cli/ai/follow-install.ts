import type { LocalInstall, LocalInstallRequest } from '../../../shared/ai/local-ai.ts';
import { localAiApi } from '../../../shared/api/ai.ts';
import { type Api, call, callForEvents } from '../../agent-client/api.ts';
import { showProgressLine } from '../terminal/progress-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { NO_RESULT, progressInWords } from './ai-messages.ts';

/**
 * Starts an installation, or joins one of the same model, and shows its progress on stderr until it ends. Ctrl+C ends
 * only the command: the running agent continues the installation, or else the next agent to start does. AppError
 * internal if the agent ends first.
 */
export async function followInstall(
  api: Api,
  request: LocalInstallRequest,
  terminal: Terminal,
  { isQuiet }: { isQuiet: boolean },
): Promise<LocalInstall> {
  await call(api, localAiApi.installLocalModel, { body: request });
  const progress = showProgressLine(terminal);
  try {
    return await callForEvents(api, localAiApi.getLocalInstall, {}, NO_RESULT, ({ value: { install } }) => {
      if (install?.state !== 'running') return install ?? undefined;
      const { step, receivedBytes: done, totalBytes } = install;
      if (!isQuiet) progress.show(step, progressInWords(install), { done, total: totalBytes ?? 0 });
      return undefined;
    });
  } finally {
    progress.end();
  }
}

/** Cancels the current installation. AppError not_found when there is none. */
export async function cancelInstall(api: Api): Promise<LocalInstall> {
  return call(api, localAiApi.cancelLocalInstall);
}
